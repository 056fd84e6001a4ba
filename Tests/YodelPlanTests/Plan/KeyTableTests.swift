import Testing

@testable import Yodel
@testable import YodelTestSupport

@Suite("Key table")
struct KeyTableTests {
    private func index(_ table: KeyTable, _ key: String) -> Int? {
        // Exactly as long as the key, so that a sanitizer sees a read beyond it.
        let bytes = Array(key.utf8)
        let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: max(bytes.count, 1))
        defer { unsafe copy.deallocate() }
        for (place, byte) in bytes.enumerated() { unsafe copy[place] = byte }
        let place = unsafe TextPlace(copy)
        let index = table.index(of: KeySignature(place, bytes.count), place)
        // The short way must lead past no key that is there.
        #expect(index == nil || table.mayHave(BorrowedBytes(from: place, count: bytes.count)))
        return index
    }

    @Test(arguments: 1...20)
    func everyKeyIsFoundAndNoOther(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var keys: Set<String> = []
        for _ in 0..<Int.random(in: 1...200, using: &generator) {
            let length = Int.random(in: 0...40, using: &generator)
            keys.insert(String((0..<length).map { _ in "abcd_é".randomElement(using: &generator)! }))
        }
        let names = Array(keys)
        let table = KeyTable(names) { generator.next() }
        defer { table.deallocate() }
        for (place, name) in names.enumerated() {
            #expect(index(table, name) == place)
            for other in [name + "x", String(name.dropLast()), name.replacing("a", with: "A"), String(name.reversed())]
            where !keys.contains(other) {
                #expect(index(table, other) == nil)
            }
        }
    }

    /// Keys with one signature: equal length, first and last eight bytes. Only the bytes in between tell them apart.
    @Test func keysThatDifferOnlyInBetween() {
        let names = (100..<400).map { "received\($0)_events_url" } + ["received_events_url", "", "a", "ab", "abc", "\0", "\0\0"]
        let table = KeyTable(names)
        defer { table.deallocate() }
        for (place, name) in names.enumerated() { #expect(index(table, name) == place) }
        #expect(
            index(table, "received999_events_url") == nil && index(table, "received10_events_url") == nil && index(table, "abcd") == nil)
    }

    @Test func aSeedThatNeverSeparatesStillEnds() {
        let names = (0..<50).map { "key\($0)" }
        let table = KeyTable(names) { 42 }
        defer { table.deallocate() }
        for (place, name) in names.enumerated() { #expect(index(table, name) == place) }
    }

    @Test func mostOtherKeysNeedNoLookUp() {
        let table = KeyTable(["login", "id", "avatar_url", "html_url", "type", "site_admin", "name", "company", "blog", "location"])
        defer { table.deallocate() }
        let others = ["a", "e", "o", "s", "events_", "organ", "repos", "subscr"].flatMap { start in (1...12).map { start + "\($0)_url" } }
        let looked = others.filter { key in
            let bytes = Array(key.utf8)
            return bytes.withBorrowedBytes { table.mayHave($0) }
        }
        #expect(looked.count < others.count / 3, "\(looked)")
    }

    @Test func anEmptyTableHasNothing() {
        let table = KeyTable([])
        defer { table.deallocate() }
        #expect(index(table, "a") == nil && index(table, "") == nil)
        #expect([UInt8]("a".utf8).withBorrowedBytes { !table.mayHave($0) })
    }

    @Test func signaturesOfShortKeys() {
        var seen: [String: KeySignature] = [:]
        for key in [
            "", "a", "b", "aa", "ab", "ba", "aaa", "aba", "baa", "abab", "abba", "aaaaa", "aabaa", "abcdefg", "abcdefgh", "abcdefghi",
        ] {
            let bytes = Array(key.utf8) + [0]
            seen[key] = bytes.withBorrowedBytes { KeySignature($0.start!, bytes.count - 1) }
        }
        for (left, one) in seen {
            for (right, other) in seen { #expect((one == other) == (left == right), "\(left) \(right)") }
        }
    }
}
