import Yodel

#if MACROS
import YodelMacros
#endif

// Decodes, encodes and makes columns, on a thread that is not the main one, and says what is wrong, a line each. Ends with a trap if anything is.

/// What is wrong with the models that state `: Model`.
nonisolated func faultsOfModels() throws -> [String] {
    var faults: [String] = []
    let text = #"{"id":7,"t":"a","size":"large","first":{"text":"b"},"parts":[{"text":"c","number":3}]}"#
    let order = try Order(json: text)
    if order.id != 7 || order.size != .large || order.parts != [Part(text: "c", number: 3)] { faults.append("decoding: \(order)") }
    if try order.jsonString() != text { faults.append("encoding: \(try order.jsonString())") }
    if try ModelDecoder().decode([Order].self, from: "[\(text)]") != [order] { faults.append("an array") }
    if (try? Order(json: "{}")) != nil { faults.append("a required property") }

    var options = DecodingOptions.lenient
    options.tokenizer = .yajl
    if try ModelDecoder(options).decode(Order.self, from: text) != order { faults.append("decoding by yajl") }

    let circle = try Circle(json: #"{"name": "o", "radius": 2}"#)
    if circle.name != "o" || circle.radius != 2 { faults.append("a class") }

    let notes = try ModelDecoder().decode([Note].self, from: #"[{"text": "a"}]"#)
    if notes != [Note(text: "a")] { faults.append("a Codable type") }

    let batch = try ColumnBatch([order, order])
    let count = batch["id"]?.withValues(as: Int.self) { ids in ids.count }
    if batch.rowCount != 2 || count != 2 { faults.append("columns") }
    return faults
}

#if MACROS
/// What is wrong with the models that the macro makes.
nonisolated func faultsOfMacros() throws -> [String] {
    var faults: [String] = []
    let text = #"{"id":7,"count":2,"c":"x","state":"done","notes":[{"text":"n"}],"limit":10,"offset":0,"shard":3}"#
    let line = try Line(json: text)
    if line.id != 7 || line.code != "x" || line.state != .closed || line.page.limit != 10 || line.rest != ["shard": 3] {
        faults.append("decoding by the macro: \(line)")
    }
    if try Line(json: line.jsonString()).jsonString() != line.jsonString() { faults.append("encoding by the macro") }
    let figures = try ModelDecoder().decode(
        [Figure].self, from: #"[{"type": "circle", "radius": 1.5}, {"type": "line", "limit": 1}, {"type": "box", "width": 2}]"#)
    if case .box(width: 2, height: 1) = figures[2] {} else { faults.append("an enum: \(figures)") }
    let node = try Node(json: #"{"value": 1, "next": {"value": 2}}"#)
    if node.next?.value != 2 { faults.append("a class by the macro") }
    if try ColumnBatch([line]).rowCount != 1 { faults.append("columns by the macro") }
    return faults
}
#else
nonisolated func faultsOfMacros() throws -> [String] { [] }
#endif

let faults = try await Task.detached { try faultsOfModels() + faultsOfMacros() }.value
for fault in faults { print(fault) }
if !faults.isEmpty { fatalError("\(faults.count) do not hold") }
print("all holds")
