// Bench's models of Twitter's search in C++.
#pragma once

#include "Model.hpp"

namespace peers {

#define TWITTER_HASHTAG(M, K) \
    M(Text, text) \
    M(List<Int>, indices)
PEERS_MODEL(TwitterHashtag, TWITTER_HASHTAG)

#define TWITTER_LINK(M, K) \
    M(Text, url) \
    M(Text, expanded_url) \
    M(Text, display_url) \
    M(List<Int>, indices)
PEERS_MODEL(TwitterLink, TWITTER_LINK)

#define TWITTER_MENTION(M, K) \
    M(Text, screen_name) \
    M(Text, name) \
    M(Int, id) \
    M(Text, id_str) \
    M(List<Int>, indices)
PEERS_MODEL(TwitterMention, TWITTER_MENTION)

#define TWITTER_MEDIA_SIZE(M, K) \
    M(Int, w) \
    M(Int, h) \
    M(Text, resize)
PEERS_MODEL(TwitterMediaSize, TWITTER_MEDIA_SIZE)

#define TWITTER_MEDIA(M, K) \
    M(Int, id) \
    M(Text, id_str) \
    M(List<Int>, indices) \
    M(Text, media_url) \
    M(Text, media_url_https) \
    M(Text, url) \
    M(Text, display_url) \
    M(Text, expanded_url) \
    M(Text, type) \
    M(Table<TwitterMediaSize>, sizes) \
    M(Optional<Int>, source_status_id)
PEERS_MODEL(TwitterMedia, TWITTER_MEDIA)

#define TWITTER_ENTITIES(M, K) \
    M(List<TwitterHashtag>, hashtags) \
    M(List<TwitterLink>, urls) \
    M(List<TwitterMention>, user_mentions) \
    M(Optional<List<TwitterMedia>>, media)
PEERS_MODEL(TwitterEntities, TWITTER_ENTITIES)

#define TWITTER_USER(M, K) \
    M(Int, id) \
    M(Text, id_str) \
    M(Text, name) \
    M(Text, screen_name) \
    M(Text, location) \
    M(Text, description) \
    M(Optional<Text>, url) \
    K(bool, protected_, "protected") \
    M(Int, followers_count) \
    M(Int, friends_count) \
    M(Int, listed_count) \
    M(Text, created_at) \
    M(Int, favourites_count) \
    M(Optional<Int>, utc_offset) \
    M(Optional<Text>, time_zone) \
    M(bool, geo_enabled) \
    M(bool, verified) \
    M(Int, statuses_count) \
    M(Text, lang) \
    M(bool, contributors_enabled) \
    M(bool, is_translator) \
    M(bool, is_translation_enabled) \
    M(Text, profile_background_color) \
    M(Text, profile_background_image_url) \
    M(Text, profile_background_image_url_https) \
    M(bool, profile_background_tile) \
    M(Text, profile_image_url) \
    M(Text, profile_image_url_https) \
    M(Optional<Text>, profile_banner_url) \
    M(Text, profile_link_color) \
    M(Text, profile_sidebar_border_color) \
    M(Text, profile_sidebar_fill_color) \
    M(Text, profile_text_color) \
    M(bool, profile_use_background_image) \
    M(bool, default_profile) \
    M(bool, default_profile_image) \
    M(bool, following) \
    M(bool, follow_request_sent) \
    M(bool, notifications)
PEERS_MODEL(TwitterUser, TWITTER_USER)

#define TWEET_METADATA(M, K) \
    M(Text, result_type) \
    M(Text, iso_language_code)
PEERS_MODEL(TweetMetadata, TWEET_METADATA)

struct Tweet;

#define TWEET(M, K) \
    M(TweetMetadata, metadata) \
    M(Text, created_at) \
    M(Int, id) \
    M(Text, id_str) \
    M(Text, text) \
    M(Text, source) \
    M(bool, truncated) \
    M(Optional<Int>, in_reply_to_status_id) \
    M(Optional<Text>, in_reply_to_status_id_str) \
    M(Optional<Int>, in_reply_to_user_id) \
    M(Optional<Text>, in_reply_to_user_id_str) \
    M(Optional<Text>, in_reply_to_screen_name) \
    M(TwitterUser, user) \
    M(Int, retweet_count) \
    M(Int, favorite_count) \
    M(TwitterEntities, entities) \
    M(bool, favorited) \
    M(bool, retweeted) \
    M(Optional<bool>, possibly_sensitive) \
    M(Text, lang) \
    M(std::unique_ptr<Tweet>, retweeted_status)
PEERS_MODEL(Tweet, TWEET)

#define TWITTER_SEARCH_METADATA(M, K) \
    M(double, completed_in) \
    M(Int, max_id) \
    M(Text, max_id_str) \
    M(Text, next_results) \
    M(Text, query) \
    M(Text, refresh_url) \
    M(Int, count) \
    M(Int, since_id) \
    M(Text, since_id_str)
PEERS_MODEL(TwitterSearchMetadata, TWITTER_SEARCH_METADATA)

#define TWITTER_SEARCH(M, K) \
    M(List<Tweet>, statuses) \
    M(TwitterSearchMetadata, search_metadata)
PEERS_MODEL(TwitterSearch, TWITTER_SEARCH)

}  // namespace peers
