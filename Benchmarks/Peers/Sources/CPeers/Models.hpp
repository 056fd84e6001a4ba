// Bench's models in C++. Strings are owned.
#pragma once

#include "Model.hpp"

namespace peers {

#define GITHUB_USER(M, K) \
    M(Text, login) \
    M(Int, id) \
    M(Text, avatar_url) \
    M(Text, gravatar_id) \
    M(Text, url) \
    M(Text, html_url) \
    M(Text, followers_url) \
    M(Text, following_url) \
    M(Text, gists_url) \
    M(Text, starred_url) \
    M(Text, subscriptions_url) \
    M(Text, organizations_url) \
    M(Text, repos_url) \
    M(Text, events_url) \
    M(Text, received_events_url) \
    M(Text, type) \
    M(bool, site_admin) \
    M(Optional<Text>, name) \
    M(Optional<Text>, company) \
    M(Optional<Text>, blog) \
    M(Optional<Text>, location) \
    M(Optional<Text>, email) \
    M(Optional<bool>, hireable) \
    M(Optional<Text>, bio) \
    M(Int, public_repos) \
    M(Int, public_gists) \
    M(Int, followers) \
    M(Int, following)
PEERS_MODEL(GitHubUser, GITHUB_USER)

#define FEED_PICTURE_SIZE(M, K) \
    M(Int, cut_type) \
    M(Text, type) \
    M(Text, url) \
    M(Int, width) \
    M(Int, height)
PEERS_MODEL(FeedPictureSize, FEED_PICTURE_SIZE)

#define FEED_PICTURE(M, K) \
    M(FeedPictureSize, thumbnail) \
    M(FeedPictureSize, bmiddle) \
    M(FeedPictureSize, large) \
    M(FeedPictureSize, largest) \
    M(Text, pic_id) \
    M(Int, photo_tag) \
    M(FeedPictureSize, original) \
    M(Text, filter_id) \
    M(Text, object_id) \
    M(FeedPictureSize, middleplus)
PEERS_MODEL(FeedPicture, FEED_PICTURE)

#define FEED_ICON(M, K) \
    M(Text, url)
PEERS_MODEL(FeedIcon, FEED_ICON)

#define FEED_EXTENSION(M, K) \
    M(Table<Int>, privacy) \
    M(Text, mbprivilege)
PEERS_MODEL(FeedExtension, FEED_EXTENSION)

#define FEED_USER(M, K) \
    M(Text, cover_image_phone) \
    M(Int, id) \
    M(Int, bi_followers_count) \
    M(Int, urank) \
    M(Text, profile_image_url) \
    M(List<FeedIcon>, icons) \
    K(Int, class_, "class") \
    M(Text, verified_contact_email) \
    M(Text, province) \
    M(bool, verified) \
    M(Text, url) \
    M(Int, statuses_count) \
    M(bool, geo_enabled) \
    M(bool, follow_me) \
    M(Text, description) \
    M(Int, type) \
    M(Int, followers_count) \
    M(Text, verified_contact_mobile) \
    M(Text, location) \
    M(Int, mbrank) \
    M(Text, avatar_large) \
    M(Int, star) \
    M(Text, verified_trade) \
    M(Text, profile_url) \
    M(Text, weihao) \
    M(Int, online_status) \
    M(Text, badge_top) \
    M(Text, verified_contact_name) \
    M(Text, screen_name) \
    M(Text, verified_source_url) \
    M(Int, pagefriends_count) \
    M(Text, name) \
    M(Text, verified_reason) \
    M(Int, friends_count) \
    M(Int, mbtype) \
    M(Int, block_app) \
    M(Text, avatar_hd) \
    M(Int, credit_score) \
    M(Text, remark) \
    M(Text, created_at) \
    M(Int, block_word) \
    M(Int, ulevel) \
    M(bool, allow_all_act_msg) \
    M(Int, verified_state) \
    M(Text, domain) \
    M(Text, verified_reason_modified) \
    M(Int, level) \
    M(bool, allow_all_comment) \
    M(Int, verified_level) \
    M(Text, verified_reason_url) \
    M(Text, gender) \
    M(Int, favourites_count) \
    M(Text, idstr) \
    M(Int, verified_type) \
    M(Text, city) \
    M(Text, verified_source) \
    M(Table<Int>, badge) \
    M(FeedExtension, extend) \
    M(Text, lang) \
    M(bool, following)
PEERS_MODEL(FeedUser, FEED_USER)

#define FEED_ANNOTATION(M, K) \
    M(Optional<Text>, client_mblogid) \
    M(Optional<bool>, mapi_request)
PEERS_MODEL(FeedAnnotation, FEED_ANNOTATION)

#define FEED_VISIBILITY(M, K) \
    M(Int, type) \
    M(Int, list_id)
PEERS_MODEL(FeedVisibility, FEED_VISIBILITY)

#define FEED_STATUS(M, K) \
    M(bool, favorited) \
    M(Int, attitudes_status) \
    M(Text, created_at) \
    M(Int, id) \
    M(bool, truncated) \
    M(Text, in_reply_to_screen_name) \
    M(Text, mblogid) \
    M(Text, text) \
    M(Text, idstr) \
    M(Int, source_type) \
    M(Text, geo) \
    M(FeedUser, user) \
    M(Int, comments_count) \
    M(Text, thumbnail_pic) \
    M(Text, source) \
    M(Int, recom_state) \
    M(Int, source_allowclick) \
    M(Int, biz_feature) \
    M(Text, mblogtypename) \
    M(List<FeedAnnotation>, annotations) \
    M(Text, filterID) \
    M(Text, bmiddle_pic) \
    M(Text, scheme) \
    M(FeedVisibility, visible) \
    M(Text, in_reply_to_status_id) \
    M(Text, mid) \
    M(List<Text>, pic_ids) \
    M(Int, reposts_count) \
    M(Int, mlevel) \
    M(Int, attitudes_count) \
    M(Int, userType) \
    M(Table<FeedPicture>, pic_infos) \
    M(Text, in_reply_to_user_id) \
    M(Text, original_pic)
PEERS_MODEL(FeedStatus, FEED_STATUS)

#define EVENT_USER(M, K) \
    M(Int, id) \
    M(Text, name) \
    M(Optional<Text>, plan)
PEERS_MODEL(EventUser, EVENT_USER)

#define EVENT_PLACE(M, K) \
    M(double, latitude) \
    M(double, longitude) \
    M(Text, city)
PEERS_MODEL(EventPlace, EVENT_PLACE)

#define EVENT(M, K) \
    M(Text, id) \
    M(Text, type) \
    M(Int, time) \
    M(EventUser, user) \
    M(Text, path) \
    M(Optional<Text>, referrer) \
    M(Int, status) \
    M(double, duration_ms) \
    M(bool, cached) \
    M(List<Text>, tags) \
    M(List<Int>, samples) \
    M(Optional<EventPlace>, place) \
    M(Text, message)
PEERS_MODEL(Event, EVENT)

#define CATALOG_EVENT(M, K) \
    M(Int, id) \
    M(Text, name) \
    M(Optional<Text>, description) \
    M(Optional<Text>, logo) \
    M(Optional<Text>, subject_code) \
    M(Optional<Text>, subtitle) \
    M(List<Int>, topics) \
    M(List<Int>, subtopics)
PEERS_MODEL(CatalogEvent, CATALOG_EVENT)

#define CATALOG_PRICE(M, K) \
    M(Int, amount) \
    M(Int, audience) \
    M(Optional<Int>, discount) \
    M(Optional<Text>, note)
PEERS_MODEL(CatalogPrice, CATALOG_PRICE)

#define CATALOG_AREA(M, K) \
    M(Int, area) \
    M(Optional<Text>, label) \
    M(Optional<Int>, level) \
    M(List<Int>, blocks)
PEERS_MODEL(CatalogArea, CATALOG_AREA)

#define CATALOG_CATEGORY(M, K) \
    M(Int, category) \
    M(Optional<Text>, label) \
    M(List<CatalogArea>, areas)
PEERS_MODEL(CatalogCategory, CATALOG_CATEGORY)

#define CATALOG_PERFORMANCE(M, K) \
    M(Int, id) \
    M(Int, event) \
    M(Optional<Text>, logo) \
    M(Optional<Text>, name) \
    M(List<CatalogPrice>, prices) \
    M(List<CatalogCategory>, categories) \
    M(Optional<Text>, seat_map) \
    M(Int, start) \
    M(Text, venue)
PEERS_MODEL(CatalogPerformance, CATALOG_PERFORMANCE)

#define CATALOG(M, K) \
    M(NumberedTable<Text>, areas) \
    M(NumberedTable<CatalogEvent>, events) \
    M(List<CatalogPerformance>, performances) \
    M(NumberedTable<List<Int>>, topics)
PEERS_MODEL(Catalog, CATALOG)

#define GEO_PROPERTIES(M, K) \
    M(Text, name)
PEERS_MODEL(GeoProperties, GEO_PROPERTIES)

#define GEO_POLYGON(M, K) \
    M(Text, type) \
    M(List<List<List<double>>>, coordinates)
PEERS_MODEL(GeoPolygon, GEO_POLYGON)

#define GEO_FEATURE(M, K) \
    M(Text, type) \
    M(GeoProperties, properties) \
    M(GeoPolygon, geometry)
PEERS_MODEL(GeoFeature, GEO_FEATURE)

#define GEO_COLLECTION(M, K) \
    M(Text, type) \
    M(List<GeoFeature>, features)
PEERS_MODEL(GeoCollection, GEO_COLLECTION)

}  // namespace peers
