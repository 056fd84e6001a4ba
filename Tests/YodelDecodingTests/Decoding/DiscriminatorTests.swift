import Testing

@testable import Yodel
@testable import YodelTestSupport

private class Shape: DiscriminatedModel, ModelHashable {
    var name = ""
    required init() {}
    class var discriminator: ModelDiscriminator {
        ModelDiscriminator("kind", ["circle": Circle.self, "square": Square.self, "disc": Circle.self])
    }
}

private final class Circle: Shape { var radius = 0.0 }
private final class Square: Shape { var side = 0 }
private final class Unlisted: Shape { var a = 1 }

/// The discriminator is a constant of each class, as people write it.
private class Fixed: PolymorphicModel, ModelHashable {
    required init() {}
    class func modelType(for object: JSONObject) -> (any Model.Type)? {
        switch object["kind"]?.stringValue {
        case "c": FixedCircle.self
        case "s": FixedSquare.self
        default: nil
        }
    }
}

private final class FixedCircle: Fixed {
    let kind = "c"
    var radius = 0.0
}

private final class FixedSquare: Fixed {
    let kind = "s"
    var side = 0
}

/// The key is a property's as well, and stands in an object of its own.
private class Message: DiscriminatedModel, ModelHashable {
    var code = 0
    var text = ""
    required init() {}
    class func describe(_ model: inout ModelDescription) { model.keys = ["code": "head.code", "text": "head.text"] }
    class var discriminator: ModelDiscriminator { ModelDiscriminator("head.code", [1: Ping.self, 2: Pong.self]) }
}

private final class Ping: Message { var ping = 0 }
private final class Pong: Message { var pong = 0 }

private struct Drawing: Model, Equatable {
    var shapes: [Shape] = []
    var first: Shape?
    var named: [String: Shape] = [:]
    var fixed: [Fixed] = []
    var messages: [Message] = []
}

private class InTheWay: DiscriminatedModel {
    var head = 0
    required init() {}
    class var discriminator: ModelDiscriminator { ModelDiscriminator("head.code", [1: InTheWay.self]) }
}

private class Foreign: DiscriminatedModel {
    required init() {}
    class var discriminator: ModelDiscriminator { ModelDiscriminator("kind", ["a": Shape.self]) }
}

private class Twice: DiscriminatedModel {
    required init() {}
    class var discriminator: ModelDiscriminator { ModelDiscriminator("kind", ["a": Twice.self, "a": TwiceMore.self]) }
}

private final class TwiceMore: Twice {}

private struct Single: DiscriminatedModel, Equatable {
    var a = 1
    static var discriminator: ModelDiscriminator { ModelDiscriminator("@type", ["Single": Single.self]) }
}

@Suite("Discriminators")
struct DiscriminatorTests {
    private func drawing() -> Drawing {
        let (circle, square, ping, pong) = (Circle(), Square(), Ping(), Pong())
        circle.radius = 1.5
        square.side = 2
        square.name = "q"
        ping.ping = 3
        ping.text = "t"
        pong.code = 77
        let fixed = FixedCircle()
        fixed.radius = 4
        return Drawing(
            shapes: [circle, square, Shape()], first: square, named: ["c": circle], fixed: [fixed, FixedSquare(), Fixed()],
            messages: [ping, pong, Message()])
    }

    @Test func whatIsWrittenIsReadAsTheSameClasses() throws {
        let drawing = drawing()
        for options in [DecodingOptions.lenient, .strict, .strict.with(\.onUnknownKey, .fail).with(\.onDuplicateKey, .fail)] {
            let bytes = Array(try ModelEncoder().encodeToString(drawing).utf8)
            func check(_ read: Drawing) {
                #expect(read.shapes.map { "\(type(of: $0))" } == ["Circle", "Square", "Shape"])
                #expect(read.first is Square && read.named["c"] is Circle)
                #expect(read.fixed.map { "\(type(of: $0))" } == ["FixedCircle", "FixedSquare", "Fixed"])
                #expect(read.messages.map { "\(type(of: $0))" } == ["Ping", "Pong", "Message"])
                // The value that was written stands for the class, whatever the property held.
                #expect(read.messages.map(\.code) == [1, 2, 0])
                #expect(read.shapes == drawing.shapes && read.fixed == drawing.fixed)
            }
            check(try decodeWhole(Drawing.self, bytes, options).get())
            for size in 1...7 { check(try decodeInChunks(Drawing.self, bytes, size: size, options).get()) }
            check(try ModelDecoder(options).decode(Drawing.self, from: try ModelEncoder().encodeValue(drawing)))
        }
    }

    @Test func theDiscriminatorIsWrittenFirst() throws {
        let circle = Circle()
        circle.radius = 1.5
        #expect(try ModelEncoder().encodeToString(circle) == #"{"kind":"circle","name":"","radius":1.5}"#)
        #expect(try ModelEncoder().encodeToString(circle as Shape) == #"{"kind":"circle","name":"","radius":1.5}"#)
        #expect(try ModelEncoder().encodeToString(Shape()) == #"{"name":""}"#)
        let ping = Ping()
        ping.code = 9
        #expect(try ModelEncoder().encodeToString(ping) == #"{"head":{"code":1,"text":""},"ping":0}"#)
        #expect(try ModelEncoder().encodeToString(Single()) == #"{"@type":"Single","a":1}"#)
        var options = EncodingOptions()
        options.writesConstants = false
        #expect(try ModelEncoder(options).encodeToString(circle) == #"{"kind":"circle","name":"","radius":1.5}"#)
        options.sortsKeys = true
        options.isPretty = true
        #expect(try ModelEncoder(options).encodeToString(Single()) == "{\n  \"@type\" : \"Single\",\n  \"a\" : 1\n}")
    }

    @Test func everyValueOfAClassIsRead() throws {
        let read = try decodeWhole([Shape].self, Array(#"[{"radius":1,"kind":"disc"},{"kind":"other"},{"kind":3},{}]"#.utf8)).get()
        #expect(read.map { "\(type(of: $0))" } == ["Circle", "Shape", "Shape", "Shape"])
        #expect(try decodeWhole(Single.self, Array(#"{"@type":"Other","a":2}"#.utf8)).get() == Single(a: 2))
    }

    @Test func anInstanceThatTheDiscriminatorDoesNotNameIsNotWritten() throws {
        let error = #expect(throws: ModelError.self) { try ModelEncoder().encodeToString(["x": [Unlisted() as Shape]]) }
        #expect(error?.code == .invalidDeclaration && error?.category == .model && error?.path == "x[0].kind")
        #expect(
            error?.message == "the discriminator of Unlisted has no value for it: what is written would be read as another type")
        // It can be read, by its own name.
        #expect(try Unlisted(json: #"{"a":5}"#).a == 5)
    }

    @Test func whatCannotBeADiscriminatorIsAPlanError() {
        func message<T>(_ type: T.Type) -> String? { decodeWhole(type, Array("{}".utf8)).errorFields?.message }
        #expect(message(InTheWay.self) == "the key of 'head' of InTheWay and that of its discriminator lead through each other")
        #expect(message(Foreign.self) == "the discriminator of Foreign names Shape, which is neither Foreign nor a subclass of it")
        #expect(message(Twice.self) == "the discriminator of Twice has one value for two types")
    }
}
