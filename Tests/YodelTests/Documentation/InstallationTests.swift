import Foundation
import Testing
import Yodel

// What is to be installed is named in one script, `.ci/install`. What the pages tell newcomers to install is among it, and the container runs it.

private struct DevelopmentContainer: Model {
    var file = ""
    var context = ""
    static func describe(_ model: inout ModelDescription) { model.keys = ["file": "build.dockerfile", "context": "build.context"] }
}

@Suite("Installation")
struct InstallationTests {
    /// The packages of the script, of what is built without traits and with the trait Ingest.
    private func packages() throws -> (core: Set<String>, ingest: Set<String>) {
        let lists = try Catalogue.text(".ci/install").matches(of: /packages="([^"]+)"/).map { match in
            Set(match.output.1.split(separator: " ").map(String.init))
        }
        try #require(lists.count == 2)
        return (lists[0], lists[1])
    }

    @Test func thePagesNameWhatTheScriptInstalls() throws {
        let (core, ingest) = try packages()
        #expect(core.isSubset(of: ingest))
        let articles = ["GettingStarted", "TutorialService", "ErrorsAndTroubleshooting"]
        for path in ["README.md"] + articles.map({ "Sources/Yodel/Yodel.docc/Articles/\($0).md" }) {
            // One that installs what a program needs to run is of another kind.
            let commands = try Catalogue.text(path).matches(of: /apt-get install ([a-z0-9\- ]*-dev[a-z0-9\- ]*)/)
            #expect(!commands.isEmpty, "\(path)")
            for command in commands {
                let named = Set(command.output.1.split(separator: " ").map(String.init))
                #expect(named == core, "\(path): \(named.sorted())")
            }
        }
        let ingestion = try Catalogue.text("Sources/YodelIngest/YodelIngest.docc/Ingestion.md")
        for package in ingest.subtracting(core) where package.hasSuffix("-dev") {
            #expect(ingestion.contains("`\(package)`"), "\(package)")
        }
    }

    @Test func theContainerRunsTheScript() throws {
        let text = try Catalogue.text(".devcontainer/devcontainer.json")
        let container = try ModelDecoder().decode(DevelopmentContainer.self, from: text)
        #expect(container.context == "..")
        let file = try Catalogue.text(".devcontainer/\(container.file)")
        #expect(file.contains("COPY .ci/install ") && file.contains("install-yodel ingest"))
        let image = try #require(file.firstMatch(of: /(?m)^FROM (\S+)$/)).output.1
        #expect(try Catalogue.text(".github/workflows/ci.yml").contains("\"\(image)\""), "\(image) is not what the workflow tests")
    }
}
