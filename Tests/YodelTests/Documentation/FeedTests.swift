import Testing
import Yodel

@testable import YodelTestSupport

// The article FeedsOfTheWild, run: each sample is read by its models, and what that prints is what stands in the article.

/// A format of the article: its models, and the calls that read it.
protocol DocumentedFeed: SendableMetatype {
    /// The heading of its section.
    static var section: String { get }

    /// Reads the sample as the article does.
    ///
    /// - Parameters:
    ///   - sample: The sample of the section.
    ///   - path: A file with the sample.
    ///   - print: Takes what the article prints.
    static func run(_ sample: String, _ path: String, _ print: (Any...) -> Void) throws
}

@Suite("Feeds of the wild")
struct FeedTests {
    private static let feeds: [any DocumentedFeed.Type] = [
        GitHubFeed.self, CloudTrailFeed.self, KubernetesFeed.self, StripeFeed.self, SlackFeed.self, TelegramFeed.self, FHIRFeed.self,
        OpenAPIFeed.self, NPMFeed.self, WikidataFeed.self, BinanceFeed.self, DockerFeed.self, CRIFeed.self,
    ]
    /// Those that have the macro are run where its trait is on.
    private static let macros = ["Notion", "GeoJSON"]

    /// The article's sections by their headings.
    private static func sections() throws -> [String: String] {
        var sections: [String: String] = [:]
        for part in try Catalogue.article("FeedsOfTheWild").split(separator: "\n## ").dropFirst() {
            sections[String(part.prefix { $0 != "\n" })] = String(part.drop { $0 != "\n" })
        }
        return sections
    }

    @Test(arguments: feeds.map { $0.section })
    func eachFormatIsReadAsTheArticleSays(_ name: String) throws {
        let feed = try #require(Self.feeds.first { $0.section == name })
        let section = try #require(try Self.sections()[name])
        let texts = Catalogue.blocks(section, "").map { $0.joined(separator: "\n") }
        let sample = Catalogue.blocks(section, "json").first.map { $0.joined(separator: "\n") } ?? texts[0]
        let file = try TemporaryFile(sample)
        var lines: [String] = []
        try feed.run(sample, file.path) { items in lines.append(items.map { "\($0)" }.joined(separator: " ")) }
        #expect(lines.joined(separator: "\n") == texts.last)
    }

    @Test func eachSectionOfTheArticleIsRun() throws {
        let names = try Self.sections().keys.filter { $0 != "Overview" }
        #expect(names.sorted() == (Self.feeds.map { $0.section } + Self.macros).sorted())
        #expect(names.count == 15)
    }

    @Test func theTableLeadsToSections() throws {
        let article = try Catalogue.article("FeedsOfTheWild")
        let links = article.matches(of: #/<doc:#([^>]+)>/#).map { String($0.output.1).replacing("-", with: " ") }
        #expect(Set(links).sorted() == (try Self.sections().keys.filter { $0 != "Overview" }).sorted())
    }
}
