import Foundation
import Yodel
import YodelIngest

/// A line of the log, and a row of the table.
struct Visit: Model {
    var time: Date?
    var path = ""
    var status = 0
    var milliseconds = 0.0

    static func describe(_ model: inout ModelDescription) {
        model.keys = ["milliseconds": "ms"]
        model.required = ["path"]  // a line without it becomes a row of the table `rejects`
    }
}

extension Visit: TableModel {
    static let table = IngestTable("visits", indexes: [["path"]])
}
