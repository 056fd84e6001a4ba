// The texts that lines choose from, as they stand in JSON: escapes are JSON's.
extension EventText {
    static let types: [StaticString] = ["page_view", "search", "basket.add", "basket.remove", "checkout.completed", "login", "error"]
    static let services: [StaticString] = ["storefront", "search", "basket", "accounts", "media"]
    static let plans: [StaticString] = [#""free""#, #""free""#, #""team""#, #""business-annual-eu""#, "null"]
    static let sections: [StaticString] = ["articles", "boats", "weather/tides", "account/orders", "search/results/page"]
    static let statuses = [200, 200, 200, 200, 204, 301, 304, 404, 500]
    static let countries: [StaticString] = ["NO", "DE", "JP", "BR", "GR"]
    static let tags: [StaticString] = ["mobile", "campaign-autumn-sale", "returning", "slow", "größe-xl", "a/b", "priority-customer"]

    static let names: [StaticString] = [
        "Ada Birk", "Tomás Ferreira da Silva", "Mei", "Ólafur Jónsson", "佐藤 さくら", #"J. \"Skip\" Marlow"#, "Noor", "Ελένη Παππά",
        "Wren Castellanos-Whitby", "Li",
    ]
    static let agents: [StaticString] = ["Firefox/140.0", "ExampleApp/7.4 (de-DE)", "curl/8.9.1"]
    static let referrers: [StaticString] = [
        "null", "null", #""https:\/\/search.example\/?q=tide+tables""#, #""https://news.example/harbours/2026""#, #""""#,
    ]
    static let cities: [StaticString] = ["Ålesund", "Kiel", "横浜市", "Florianópolis", "Thessaloniki", "Wilhelmshaven-Nord"]
    static let messages: [StaticString] = [
        "ok",
        "served from the edge",
        "The basket was changed elsewhere and has been merged.",
        #"no result for \"rope 12mm\" in C:\\catalogue\\ropes"#,
        #"first line\nsecond line\tindented"#,
        #"caf\u00e9 opened \ud83d\ude80 at the quay"#,
        "在庫を確認しました",
        "upstream answered after two retries",
    ]
}
