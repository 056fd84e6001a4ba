import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

/// A class whose `let` has its value in its declaration, as `@Model` lists it.
private class Ticket: BaseModel {
    let id = UUID()
    let version = 3
    let label = "a label that is made anew, \(UUID())"
    /// Takes no part.
    let made = UUID()
    var name: String
    var next: Ticket?

    struct Stored: BaseModel {
        var id: UUID
        var version: Int
        var label: String
        var made: UUID
        var name: String
        var next: Ticket?

        static var modelForm: ModelForm {
            var properties = StoredProperties<Self>()
            properties.addConstant("id", \.id, value: UUID())
            properties.addConstant("version", \.version, value: 3)
            properties.addConstant("label", \.label, value: "a label that is made anew, \(UUID())")
            properties.addIgnored("made", \.made, default: UUID())
            properties.add("name", \.name)
            properties.add("next", \.next)
            return ModelForm(properties)
        }
    }

    init(stored: Stored) {
        name = stored.name
        next = stored.next
    }

    final var stored: Stored { Stored(id: id, version: version, label: label, made: made, name: name, next: next) }
    class var modelForm: ModelForm { ModelForm(isRoot: true, make: Ticket.init(stored:)) { $0.stored } }
}

private final class Pass: Ticket {
    let serial = UUID()
    /// Listed as a constant, and none: there is nothing to copy.
    var kind: String { "pass" }

    struct Values: BaseModel {
        var ticket: Ticket.Stored
        var serial: UUID
        var kind: String

        static var modelForm: ModelForm {
            var properties = StoredProperties<Self>()
            properties.addInherited("ticket", \.ticket)
            properties.addConstant("serial", \.serial, value: UUID())
            properties.addConstant("kind", \.kind, value: "pass")
            return ModelForm(properties)
        }
    }

    init(values: Values) { super.init(stored: values.ticket) }

    override class var modelForm: ModelForm {
        ModelForm(make: Pass.init(values:)) { Values(ticket: $0.stored, serial: $0.serial, kind: $0.kind) }
    }
}

private struct Holder: Model {
    var ticket: Ticket?
    var count = 0
}

@Suite("Constants of classes")
struct ClassConstantTests {
    private func haveTheSame(_ left: Ticket, _ right: Ticket) -> Bool {
        left.id == right.id && left.version == right.version && left.label == right.label && left.made == right.made
            && (left as? Pass)?.serial == (right as? Pass)?.serial
    }

    @Test func aCopyHasThem() throws {
        let first = try Ticket(json: #"{"name": "a"}"#)
        let pass = try Pass(json: #"{"name": "b", "next": {"name": "c"}}"#)
        #expect(try Ticket(json: #"{"name": "a"}"#).id != first.id && pass.version == 3)
        for ticket in [first, pass] {
            let copy = ticket.modelCopy()
            #expect(copy !== ticket && type(of: copy) == type(of: ticket) && haveTheSame(copy, ticket))
            #expect(copy.modelIsEqual(ticket) && copy.next === ticket.next)
            #expect(try copy.jsonString() == ticket.jsonString())
            copy.name = "other"
            #expect(ticket.name != "other" && haveTheSame(copy.modelCopy(), ticket))
        }
    }

    @Test func anUpdateLeavesThem() throws {
        var ticket = try Ticket(json: #"{"name": "a", "next": {"name": "b"}}"#)
        let old = ticket
        let next = try #require(ticket.next)
        try ticket.update(json: #"{"name": "x", "id": "E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "version": 4, "next": {"name": "y"}}"#)
        let changed = try #require(ticket.next)
        #expect(ticket !== old && ticket.name == "x" && haveTheSame(ticket, old))
        #expect(changed !== next && changed.name == "y" && haveTheSame(changed, next))
    }

    /// Of a subclass that a property of its superclass's type holds, in an optional.
    @Test func anUpdateOfAPropertyLeavesThem() throws {
        let pass = try Pass(json: #"{"name": "b"}"#)
        var holder = Holder(ticket: pass)
        try holder.update(json: #"{"ticket": {"name": "z"}, "count": 1}"#)
        let changed = try #require(holder.ticket)
        #expect(changed is Pass && changed !== pass && changed.name == "z" && haveTheSame(changed, pass))
        #expect(throws: ModelError.self) { try holder.update(json: #"{"ticket": {"name": "q"}, "count": "#) }
        #expect(holder.ticket === changed && changed.name == "z" && haveTheSame(changed, pass))
        // What is made of a document alone is another one.
        try holder.update(json: #"{"ticket": null}"#)
        try holder.update(json: #"{"ticket": {"name": "n"}}"#)
        #expect(holder.ticket?.name == "n" && holder.ticket?.id != pass.id)
    }
}

extension LifetimeTests {
    @Suite struct ClassConstants {
        private final class Tagged: BaseModel {
            let tag = Tracked()
            var name: String

            struct Stored: BaseModel {
                var tag: Tracked
                var name: String

                static var modelForm: ModelForm {
                    var properties = StoredProperties<Self>()
                    properties.addIgnored("tag", \.tag, default: Tracked())
                    properties.add("name", \.name)
                    return ModelForm(properties)
                }
            }

            init(stored: Stored) { name = stored.name }
            static var modelForm: ModelForm { ModelForm(isRoot: true, make: Tagged.init(stored:)) { Stored(tag: $0.tag, name: $0.name) } }
        }

        @Test func whatTheyReplaceIsReleased() throws {
            let living = Tracked.living
            do {
                var value = try Tagged(json: #"{"name": "a"}"#)
                let (tag, copy) = (value.tag, value.modelCopy())
                try value.update(json: #"{"name": "b"}"#)
                #expect(copy.tag === tag && value.tag === tag && Tracked.living == living + 1)
            }
            #expect(Tracked.living == living)
        }
    }
}
