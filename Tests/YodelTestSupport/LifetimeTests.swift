import Testing

@testable import Yodel

// Objects are counted while a rich document is decoded and cut short in every way. Whatever happens, nothing lives on and nothing dies
// twice. One test at a time: there is one count, of which all test targets' tests are: they extend this suite.

@Suite(.serialized, .early) struct LifetimeTests {
    static let document = Array(
        #"""
        {"name": "a name that is too long to be small", "next": {"name": "n", "next": {"list": [{}, {"number": 1}]}},
         "twice": {"name": "t"},
         "list": [{"name": "one"}, {}, {"list": [{"label": "deep"}, {}]}, {}, {}, {}, {}, {}, {}, {}],
         "optionals": [null, {"holder": {"title": "x"}}, null, {}],
         "table": {"a key that is too long to be small": {}, "b": {"number": 7}, "a": {}},
         "groups": {"1": [{}, {}], "2": [], "3": [{"name": "g"}]},
         "holder": {"title": "t", "label": "l", "inner": {"name": "i", "holder": {"label": "m"}}, "pair": ["x", "y", "z"]},
         "holders": [{}, {"title": "h", "inner": {}}, {"pair": []}],
         "own": {"number": 1}, "owns": [{"number": 2}, {"number": 3, "unknown": [1, {"a": "b"}]}],
         "label": "a label that is too long to be small", "labels": ["x", "y", "x"], "byLabel": {"k": "v", "l": "w"},
         "any": [1, "a string that is too long to be small", {"k": [null, true]}], "json": {"a": [{"b": "c"}, [], 1.5e3]},
         "unknown": [{"name": ["x", {}]}, 1], "next": {"number": 12345}, "list": [{"name": "again"}], "name": "\u00e9\n\ud83d\ude00"}
        """#.utf8)

    /// Nothing of this suite may be alive before a test.
    init() {
        #expect(Tracked.living == 0)
    }
}
