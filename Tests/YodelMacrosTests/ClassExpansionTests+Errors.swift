#if Macros
import SwiftSyntaxMacrosGenericTestSupport
import Testing

// What @Model says of a class that it cannot make.

extension ClassExpansionTests {
    @Test func whatCannotBeMade() {
        expectError(
            "@Model final class A {\n    weak var a: A?\n}",
            "@Model cannot make 'a': it is weak, and nothing would hold what a document has for it; make it computed, or make the class a Model by "
                + "its own init()", line: 2, column: 14)
        expectError(
            "@Model final class A {\n    unowned let a: A\n}",
            "@Model cannot make 'a': it is unowned, and nothing would hold what a document has for it; make it computed, or make the class a Model by "
                + "its own init()", line: 2, column: 17)
        expectError(
            "@Model final class A {\n    var a: (() -> Void)?\n}",
            "@Model cannot make 'a': it is a function, which is stored in a form of its own; let a struct hold it", line: 2, column: 9)
        expectError(
            "@Model final class A {\n    @Key(\"b\") lazy var a = 1\n}", "@Key has no effect on a lazy property", line: 2, column: 5,
            fix: "remove @Key",
            to: "@Model final class A {\n    lazy var a = 1\n}")
        expectError(
            "@Model final class A {\n    #if DEBUG\n    var a = 1\n    #endif\n}",
            "@Model does not know whether properties under #if are there: let a struct hold them, or write modelForm by hand", line: 3,
            column: 5)
    }

    @Test func whatTheClassIs() {
        expectError(
            "@Model class A: Model {}",
            "a Model is made by its init(), a class with @Model from the values that come: a type is one or the other", line: 1,
            column: 17)
        expectError(
            "@Model(tag: \"a\") final class A {}", "a tag says which case an enum is; a class has none", line: 1, column: 8,
            fix: "remove it",
            to: "@Model final class A {}")
        expectError(
            "@Model @Observable final class A {}",
            "@Model cannot make a class with @Observable: the properties are no longer stored as they are declared; hold the values in a struct with "
                + "@Model, and let the class have that", line: 1, column: 8)
        expectError(
            "@Model @MainActor final class A {}",
            "@Model cannot make a class with @MainActor: instances are made, and looked at, on whichever thread reads or writes; hold the values in a "
                + "struct with @Model", line: 1, column: 8)
        expectError(
            "struct B {\n    @Model private final class A {\n        let a: Int\n    }\n}",
            "@Model works outside the type in which this one is private, and cannot see it", line: 2, column: 12,
            fix: "make it fileprivate", to: "struct B {\n    @Model fileprivate final class A {\n        let a: Int\n    }\n}")
    }

    @Test func subclassesAreSaid() {
        expectError(
            "@Model class A {\n    let a: Int\n}", "a class with @Model is final, or says that it has subclasses: @Model(subclasses: true)",
            line: 1,
            column: 14, fix: "let it have subclasses", to: "@Model(subclasses: true) class A {\n    let a: Int\n}")
        expectError(
            "@Model(subclasses: true) final class A {}", "subclasses: true is for a class that is not final, and stands alone", line: 1,
            column: 8,
            fix: "remove it", to: "@Model final class A {}")
        expectError(
            "@Model(subclasses: false) class A {}", "subclasses: true is for a class that is not final, and stands alone", line: 1,
            column: 8,
            fix: "remove it", to: "@Model class A {}")
        expectError(
            "@Model(subclasses: true) struct A {}", "only a class has subclasses", line: 1, column: 8, fix: "remove it",
            to: "@Model struct A {}")
    }
}
#endif
