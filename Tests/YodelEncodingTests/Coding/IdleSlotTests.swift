import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

@Suite("A slot for what a call leaves for the next", .sameOnYajl)
struct IdleSlotTests {
    /// An object that is counted while it lives.
    private final class Counted: Sendable {
        let alive: Locked<Int>

        init(_ alive: Locked<Int>) {
            self.alive = alive
            alive.withLock { $0 += 1 }
        }

        deinit { alive.withLock { $0 -= 1 } }
    }

    @Test func itHoldsOneObject() {
        let alive = Locked(0)
        do {
            let slot = IdleSlot<Counted>()
            #expect(slot.take() == nil)
            slot.put(Counted(alive))
            slot.put(Counted(alive))
            #expect(alive.current == 1)
            #expect(slot.take() != nil && slot.take() == nil && alive.current == 0)
            slot.put(Counted(alive))
            #expect(alive.current == 1)
        }
        #expect(alive.current == 0)
    }

    /// Whoever takes an object has it alone, though the thread that has put it in may not have returned yet.
    @Test func whoTakesAnObjectHasItAlone() {
        final class Shared: Sendable { let slot = IdleSlot<Counted>() }
        let (alive, others) = (Locked(0), Locked(0))
        do {
            let shared = Shared()
            onEightThreads { _ in
                for _ in 0..<5_000 {
                    var object = shared.slot.take() ?? Counted(alive)
                    if !isKnownUniquelyReferenced(&object) { others.withLock { $0 += 1 } }
                    shared.slot.put(consume object)
                }
            }
            #expect(others.current == 0 && alive.current == 1)
            _ = shared.slot.take()
        }
        #expect(alive.current == 0)
    }
}
