// Ways out of the memory that a handle stands for, each of which the compiler refuses: no line with words beside it may become correct, and none may be marked.
// Tests/Mistakes/run compiles the file as one of the core's own, as strictly as that is compiled, so that it sees what the core sees.

// MARK: Text

func leave(_ place: TextPlace, _ output: OutputPlace) {
    print(place.byte)  // is not marked with
    print(place[1 << 44])  // is not marked with
    print(place.load(8, as: UInt32.self))  // is not marked with
    print(place.block())  // is not marked with
    print(place.word)  // is not marked with
    print(place.halfWord)  // is not marked with
    print(Scanner.space(place + (1 << 44), place))  // is not marked with
    print(Scanner.space(place - 1, place))  // is not marked with
    print(BorrowedBytes(from: place, count: 1 << 44)[0])  // is not marked with
    print(place.asciiRun(of: 1 << 44))  // is not marked with
    print(place.plainRun(of: 1 << 44))  // is not marked with
    print(place.whitespace(of: 1 << 44))  // is not marked with
    print(place.findQuote(in: 1 << 44))  // is not marked with
    print(place.findBracket(in: 1 << 44))  // is not marked with
    print(KeySignature(place, 1 << 44))  // is not marked with
    print(NumberParser.leadingDigits(place))  // is not marked with
    print(NumberParser.digits(place, 8))  // is not marked with
    if let number = NumberParser.shortInteger(place, 1 << 44, readable: 1 << 44) { print(number) }  // is not marked with
    print(KeySign.of(place, 1 << 44))  // is not marked with
    print(KeySign.areEqual(place, place, 1 << 44))  // is not marked with
    print(KeyPattern(place, 1 << 44, isFound: true))  // is not marked with
    print(StringEscape.copies(block: place, 8, to: output))  // is not marked with
    if let number = NumberParser.token(place, 1 << 44) { print(number) }  // is not marked with
    var place = place
    place += 1 << 44  // is not marked with
}

func leave(_ bytes: BorrowedBytes) {
    print(bytes[unchecked: bytes.count])  // is not marked with
    print(bytes.place(bytes.count))  // is not marked with
    print(bytes.baseAddress![bytes.count])  // is not marked with
    print(bytes.buffer[bytes.count])  // is not marked with
    print(bytes.raw.load(as: UInt64.self))  // is not marked with
}

func outlive(_ bytes: [UInt8], _ text: String) {
    print(bytes.withBorrowedBytes { $0 }.first ?? 0)  // is not marked with
    print(text.withBorrowedUTF8 { $0 }.first ?? 0)  // is not marked with
    var text = text
    print(text.withBorrowedBytes { $0 }.first ?? 0)  // is not marked with
}

func leave(_ place: OutputPlace) {
    place.put(0)  // is not marked with
    place.put(0, at: 1 << 44)  // is not marked with
    place.put(0, times: 1 << 44)  // is not marked with
    place.store(0 as UInt64)  // is not marked with
    place.store(0 as UInt64, at: 1 << 44)  // is not marked with
    place.store(block: [0, 0])  // is not marked with
    print(place.byte(at: -1))  // is not marked with
    print(place.bytes(1 << 44)[0])  // is not marked with
    place.free()  // is not marked with
    print(NumberWriter.write(1 as Int64, to: place + (1 << 44)))  // is not marked with
}

func leave(_ output: inout OutputBuffer) {
    output.write(1) { _ in 1 << 44 }  // is not marked with
    output.advance(to: 1 << 44)  // is not marked with
    output.advance(to: output.reserve(1))  // is not marked with
    print(output.enclose(from: 1 << 44, to: output.reserve(2), 0, 0))  // is not marked with
}

func outlive() {
    print(OutputBuffer(capacity: 8).bytes.count)  // is not marked with
    print(OutputBuffer(capacity: 8).part(0..<0).count)  // is not marked with
    print(OutputBuffer(capacity: 8).withBorrowedBytes { $0 }.count)  // is not marked with
}

// MARK: Values

func leave(_ row: ValueRow<String>) {
    print(row[1 << 44])  // is not marked with
    row[0] = ""  // is not marked with
    row.put("")  // is not marked with
    row.put("", times: 1 << 44)  // is not marked with
    row.fill("", times: 1 << 44)  // is not marked with
    row.sort(1 << 44) { $0 < $1 }  // is not marked with
    row.take(1, of: row)  // is not marked with
    row.takeOne(of: row, fresh: true)  // is not marked with
    print(row.move())  // is not marked with
    row.free()  // is not marked with
    print(row.pinned(1 << 44).pointee)  // is not marked with
    print(row.pointer(at: 1 << 44).pointee)  // is not marked with
    print(row.assumingMemoryBound(to: Int.self))  // is not marked with
    print(row + 1)  // is not marked with
}

func reachUninitialised() {
    print(ValueRow<String>.allocate(1)[0])  // is not marked with
    print(ValueRow<String>.withTemporary(1) { $0 })  // is not marked with
    print(Pinned<String>.allocate().pointee)  // is not marked with
}

func leave(_ value: Pinned<String>) {
    print(value[1])  // is not marked with
    print((value + 1).pointee)  // is not marked with
    value.initialize(to: "")  // is not marked with
    value.deinitialize()  // is not marked with
    value.destroy()  // is not marked with
    value.deallocate()  // is not marked with
}

func outlive(_ value: inout String) {
    print(Pinned.lend(&value) { $0 }.pointee)  // is not marked with
    print(ValueAddress.of(value) { $0 })  // is not marked with
    print(MutableAddress.of(&value) { $0 })  // is not marked with
    print(MutableAddress.withRoom(size: 8, alignment: 8) { $0 })  // is not marked with
    print(ScratchArena.lend { $0 }.used)  // is not marked with
    print(LentRoom.lend(for: String.self) { $0 })  // is not marked with
}

func leave(_ address: ValueAddress) {
    print(address + 1 << 44)  // is not marked with
    print(address.load(as: String.self))  // is not marked with
    print(address.values(of: String.self, count: 1 << 44)[0])  // is not marked with
    print(address.assumingMemoryBound(to: String.self).pointee)  // is not marked with
    print(address.mutable)  // is not marked with
    print(InstanceRef(at: address).object)  // is not marked with
}

func leave(_ address: MutableAddress) {
    print(address + 1)  // is not marked with
    print(address.load(as: String.self))  // is not marked with
    address.initialize(as: String.self, to: "")  // is not marked with
    address.storeBytes(of: 0, as: Int.self)  // is not marked with
    address.copyMemory(from: address.value, byteCount: 1 << 44)  // is not marked with
    print(address.values(of: String.self, count: 1 << 44))  // is not marked with
    print(address.assumingMemoryBound(to: String.self).pointee)  // is not marked with
    address.deallocate()  // is not marked with
    print(Slot(address, of: String.self))  // is not marked with
}

func leave(_ slot: Slot) {
    slot.put(7, fresh: false)  // is not marked with
    slot.put(trivial: 7)  // is not marked with
    slot.replace(with: "")  // is not marked with
    slot.replaceOptional(with: "")  // is not marked with
    print(slot.instance.object)  // is not marked with
}

func leave(_ handle: TypeHandle, _ address: MutableAddress) {
    handle.deinitialize(address, count: 1 << 44)  // is not marked with
    handle.moveInitialize(address, from: address, count: 1 << 44)  // is not marked with
    handle.initializeCopy(address, from: address.value)  // is not marked with
    print(handle.any(address.value))  // is not marked with
    handle.put(address, from: address, fresh: true)  // is not marked with
    handle.putDefault(address, fresh: true)  // is not marked with
    handle.putNil(address, fresh: true)  // is not marked with
    print(handle.isNil(address.value))  // is not marked with
    print(same(address, as: String.self))  // is not marked with
}

// MARK: Buffers

func leave(_ arena: inout ScratchArena, _ loan: ScratchArena.Loan) {
    arena.release(to: 0)  // is not marked with
    arena.takeBack(loan)  // is not marked with
}

func leave(_ elements: inout ElementBuffer) {
    elements.append()  // is not marked with
    print(elements.last)  // is not marked with
    elements.removeLast()  // is not marked with
    elements.destroy()  // is not marked with
    elements.deallocate()  // is not marked with
}

func leave(_ values: inout ValueBuffer) {
    values.append()  // is not marked with
}

func leave(_ records: borrowing KeyRecords, _ column: ColumnRef) {
    print(records[1 << 44])  // is not marked with
    print(column.child(1 << 44))  // is not marked with
}

func outlive(_ cache: KeyCache, _ segment: SegmentRef) {
    cache.destroy()  // is not marked with
    segment.destroy()  // is not marked with
}

func leave(_ column: inout ColumnMemory) {
    print(column.load(1 << 44, as: Int.self))  // is not marked with
    column.store(0, at: 1 << 44)  // is not marked with
    print(column.bytes(0, count: 1 << 44)[0])  // is not marked with
    print(column.bit(1 << 44))  // is not marked with
    column.fill(0, times: 1 << 44)  // is not marked with
    column.deallocate()  // is not marked with
}

// MARK: Plans

func leave(_ part: PlanPart<Int>, _ row: ValueRow<Int>, _ object: ModelHooks) {
    print(part[1 << 44])  // is not marked with
    print((part + 1).pointee)  // is not marked with
    print(part.unpublished)  // is not marked with
    part.free()  // is not marked with
    print(PlanPart(row).pointee)  // is not marked with
    print(Kept(object).object)  // is not marked with
}

func free(_ keys: KeyTable, _ level: KeyLevel, _ writing: borrowing WriteLevel, _ draft: DraftPlan) {
    keys.deallocate()  // is not marked with
    level.deallocate()  // is not marked with
    writing.deallocate()  // is not marked with
    draft.deallocate()  // is not marked with
}

func leave(_ reference: InstanceRef) {
    print(reference.retain())  // is not marked with
    reference.release()  // is not marked with
}
