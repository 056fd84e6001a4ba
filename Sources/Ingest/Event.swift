#if Ingest
import FoundationEssentials
import Yodel
import YodelIngest

// The model of this program. To ingest records of your own, change it, or replace it by what `Ingest inspect FILE` prints; everything else follows.

/// An event of a public archive of events, like GitHub's.
struct Event: Model {
    var id = 0
    var type = ""
    var isPublic = true
    var createdAt = Date(timeIntervalSince1970: 0)
    var actorID = 0
    var actorLogin = ""
    var repoID = 0
    var repoName = ""
    var organization: String?
    var action: String?
    var number: Int?
    var ref: String?
    var size: Int?
    var title: String?
    var commits: [Commit]?

    static func describe(_ model: inout ModelDescription) {
        model.required = ["id", "type", "createdAt", "actorID", "repoName"]
        model.keys = [
            "isPublic": "public", "createdAt": "created_at", "actorID": "actor.id", "actorLogin": "actor.login", "repoID": "repo.id",
            "repoName": "repo.name",
            "organization": "org.login", "action": "payload.action", "number": "payload.number", "ref": "payload.ref",
            "size": "payload.size",
            "title": "payload.issue.title", "commits": "payload.commits",
        ]
    }
}

/// A commit of a push.
struct Commit: Model {
    var sha = ""
    var message = ""
    var distinct = true
}

extension Event: TableModel {
    static let table = IngestTable("events", key: ["id"], indexes: [["type", "createdAt"]])
}
#endif
