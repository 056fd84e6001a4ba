import Testing
import Foundation
@testable import Yodel
struct Pic: Model { var w = 0; var h: Int?; var name = "" }
final class Node: Model { required init() {}; var name = ""; var kids: [Node] = []; var next: Node? ; var pic = Pic(); var m: [String: [Int]] = [:]; var o: String??; var any: Any?; var d: [String: Any] = [:]; var j: JSONValue = .null }
@Test func smoke() throws {
  let n = try Node(json: #"{"name":"a","kids":[{"name":"b","kids":[{"name":"c"}]},{}],"next":{"name":"n\u00e9x"},"pic":{"w":3,"h":4,"name":"p"},"m":{"x":[1,2,3],"y":[]},"o":"z","any":[1,"a",null],"d":{"k":{"q":1.5}},"j":{"a":[true,null]},"zzz":{"a":[1,{"b":2}]}}"#)
  print(n.name, n.kids.map(\.name), n.kids[0].kids[0].name, n.next!.name, n.pic, n.m, n.o as Any, n.any as Any, n.d, n.j)
  for bad in [#"{"name": "a", "kids": [{"name": }]}"#, "", "[1", "{\"name\":tru}", "{\"name\":\"a\"} x", "[1,]", #"{"pic":{"w":01}}"#, "\"\u{b}\"", #"{"a":"\x"}"#, "nul", "{,}", "{\"a\" 1}", "[1 2]", "3"] {
     do { _ = try Node(json: bad); print("OK?", bad) } catch { print(error) }
  }
  do { _ = try ModelDecoder(.strict).decode(Node.self, from: #"{"kids":[{"pic":{"w":3,"name":12}}]}"#) } catch { print(error) }
  do { _ = try ModelDecoder(.strict).decode([String: [Pic]].self, from: #"{"q":[{"w":1},{"w":3,"h":"12"}]}"#) } catch { print(error) }
}
