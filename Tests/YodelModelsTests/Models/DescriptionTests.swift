import Foundation
import Testing
import YodelFoundation

@testable import Yodel

private final class Account: Model {
    var name = ""
    var owner: Account?
    var friends: [Account] = []
}

private struct Empty: Model {}

private struct Page<Item>: Model {
    var items: [Item] = []
    var total = 0
}

private struct Values<T>: Model {
    var value: T?
}

/// The text with all addresses alike.
private func masked(_ text: String) -> String { text.replacing(/0x[0-9a-f]{16}/, with: "0x") }

private func text<T>(_ value: T?) -> String { masked(Values(value: value).modelDescription) }

@Suite("Descriptions")
struct DescriptionTests {
    @Test func aStruct() {
        var page = Page<String>()
        #expect(page.modelDescription == "<Page<String>> {\n    items = [];\n    total = 0\n}")
        page.items = ["a", "b \"quoted\""]
        page.total = -7
        #expect(
            page.modelDescription == """
                <Page<String>> {
                    items = [
                        "a";
                        "b "quoted""
                    ];
                    total = -7
                }
                """)
        #expect(Empty().modelDescription == "<Empty>")
    }

    @Test func aClassHasItsAddress() throws {
        let account = Account()
        account.name = "Ann"
        let head = "<Account: \(Unmanaged.passUnretained(account).toOpaque())>"
        #expect(head.wholeMatch(of: /<Account: 0x[0-9a-f]{16}>/) != nil)
        #expect(account.modelDescription == head + " {\n    friends = [];\n    name = \"Ann\";\n    owner = <nil>\n}")
        #expect((LifeCircle() as LifeShape).modelDescription.hasPrefix("<LifeCircle: 0x"))
    }

    @Test func modelsInside() {
        let account = Account()
        account.owner = Account()
        account.friends = [Account()]
        #expect(
            masked(account.modelDescription) == """
                <Account: 0x> {
                    friends = [
                        <Account: 0x> {
                            friends = [];
                            name = "";
                            owner = <nil>
                        }
                    ];
                    name = "";
                    owner = <Account: 0x> {
                        friends = [];
                        name = "";
                        owner = <nil>
                    }
                }
                """)
    }

    @Test func scalars() {
        func line<T>(_ value: T?) -> String { text(value).split(separator: "\n")[1].trimmingCharacters(in: .whitespaces) }
        #expect(line(true) == "value = true" && line(Int8(-1)) == "value = -1" && line(1.5) == "value = 1.5")
        #expect(line(UInt64.max) == "value = 18446744073709551615" && line(Decimal(string: "0.10")) == "value = 0.1")
        #expect(line("") == "value = \"\"" && line("a"[...]) == "value = \"a\"" && line("é" as Character) == "value = \"é\"")
        #expect(line(Date(timeIntervalSince1970: 0)) == "value = 1970-01-01 00:00:00 +0000")
        #expect(line(URL(string: "https://example.org/a?b")) == "value = https://example.org/a?b")
        #expect(line(UUID(uuidString: "00000000-0000-0000-0000-00000000000A")) == "value = 00000000-0000-0000-0000-00000000000A")
        #expect(line(LifeColour.blue) == "value = \"blue\"" && line(LifeRaw(rawValue: 3)) == "value = 3")
        #expect(line(Int?.none) == "value = <nil>" && line(Int??.some(.none)) == "value = <nil>" && line(Int??.some(2)) == "value = 2")
        #expect(line([Int]()) == "value = []" && line([String: Int]()) == "value = {}" && line(Set<Int>()) == "value = []")
    }

    @Test func data() {
        #expect(text(Data()).contains("value = <>\n"))
        #expect(text(Data([0, 1, 0xAB, 255, 16])).contains("value = <0001abff 10>\n"))
        // 100 characters: a bracket, eleven groups with the space behind each.
        let long = text(Data(repeating: 0xEE, count: 4096))
        #expect(long.contains("value = <" + String(repeating: "eeeeeeee ", count: 11) + "...\n"))
        // The longest that is not cut, and the next.
        #expect(text(Data(repeating: 1, count: 43)).contains(" 010101>\n"))
        #expect(text(Data(repeating: 1, count: 44)).contains(" 01010101>\n") == (1 + 44 * 2 + 10 + 1 <= 100))
        #expect(text(Data(repeating: 1, count: 45)).contains("01010101 ...\n"))
    }

    @Test func containers() {
        #expect(text(["b": 2, "a": 1, "c": 3]).contains("value = {\n        a = 1;\n        b = 2;\n        c = 3\n    }\n}"))
        #expect(text([10: [1], 9: []]).contains("value = {\n        10 = [\n            1\n        ];\n        9 = []\n    }\n}"))
        #expect(text([LifeColour.red: 1]).contains("        red = 1\n"))
        #expect(text(Set(["b", "a", "c"])).contains("value = [\n        \"a\";\n        \"b\";\n        \"c\"\n    ]\n}"))
        #expect(text([1, nil, 2]).contains("value = [\n        1;\n        <nil>;\n        2\n    ]\n}"))
        #expect(
            text([LifePoint(x: 1, y: 2)])
                == """
                <Values<Array<LifePoint>>> {
                    value = [
                        <LifePoint> {
                            x = 1.0;
                            y = 2.0
                        }
                    ]
                }
                """)
        #expect(text("two\nlines").contains("value = \"two\n    lines\"\n}"))
        #expect(text(["k": "two\nlines"]).contains("k = \"two\n        lines\"\n    }"))
    }

    @Test func jsonAndAny() {
        let json: JSONValue = ["b": [1.50, "x", nil, true], "a": [:], "c": []]
        #expect(
            text(json) == """
                <Values<JSONValue>> {
                    value = {
                        a = {};
                        b = [
                            1.5;
                            "x";
                            <null>;
                            true
                        ];
                        c = []
                    }
                }
                """)
        let shape = LifeShape()
        let values: [Any] = [
            1, "s", 2.5, Int?.none as Any, [Any](), ["k": LifePoint()], shape, Set([3]), NSNull(), NSNumber(value: 4), "t" as NSString,
            AnyHashable("h"), Data([1]), JSONValue.null, LifeColour.red, LifeOwn(text: "o"),
        ]
        #expect(
            text(values) == """
                <Values<Array<Any>>> {
                    value = [
                        1;
                        "s";
                        2.5;
                        <nil>;
                        [];
                        {
                            k = <LifePoint> {
                                x = 0.0;
                                y = 0.0
                            }
                        };
                        <LifeShape: 0x> {
                            name = ""
                        };
                        [
                            3
                        ];
                        <null>;
                        4;
                        "t";
                        "h";
                        <01>;
                        <null>;
                        red;
                        LifeOwn(text: "o", ignored: 0)
                    ]
                }
                """)
    }
}
