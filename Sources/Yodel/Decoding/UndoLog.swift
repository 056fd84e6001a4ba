/// What has to be put back if a change turns out to be wrong: values as they were before.
///
/// Three things are noted: the place of a model that may yet be rejected, the fields of an instance that is changed where it stands, and what code of the
/// type's own sets, which no copy of the value need have for itself. Values are kept in the order of the changes and put back in the opposite one.
@safe final class UndoLog {
    private enum Entry {
        case value(Saved)
        /// Sets a property again by code of its type's own.
        case setting(() -> Void)
    }

    @safe private struct Saved {
        // SAFETY: `address` is where a value of the handle's type stands, as long as the undo log; `saved` is memory of the entry's own with one.

        let address: MutableAddress
        /// The value as it was: heap memory, owned by the entry.
        let saved: MutableAddress
        let handle: TypeHandle
        /// The instance that the address lies in, if it is a field.
        let instance: AnyObject?
    }

    private var entries: [Entry] = []

    /// How many changes have been noted; a mark to go back to.
    var count: Int { entries.count }

    deinit {
        forget(since: 0, butFields: false)
    }

    /// Notes a value that is about to change.
    ///
    /// - Parameters:
    ///   - address: Holds a value of the handle's type, and stays valid until the entry is gone.
    ///   - instance: The instance that the address lies in, kept alive by the entry.
    func note(_ address: MutableAddress, _ handle: TypeHandle, in instance: AnyObject? = nil) {
        let saved = MutableAddress.allocate(byteCount: max(handle.size, 1), alignment: handle.alignment)
        unsafe handle.initializeCopy(saved, from: address.value)
        entries.append(.value(Saved(address: address, saved: saved, handle: handle, instance: instance)))
    }

    /// Notes what sets a property again that is about to be set by code of its type's own.
    func note(_ setting: @escaping () -> Void) { entries.append(.setting(setting)) }

    /// Puts back what has been noted since a mark.
    func putBack(since mark: Int) {
        while entries.count > mark {
            switch entries.removeLast() {
            case .value(let entry):
                unsafe entry.handle.put(entry.address, from: entry.saved, fresh: false)
                unsafe entry.saved.deallocate()
            case .setting(let set): set()
            }
        }
    }

    /// Forgets what has been noted since a mark: the changes stand.
    ///
    /// - Parameter butFields: Whether fields of instances, and what code of a type's own has set, stay noted, since a change around them may still be
    ///   undone.
    func forget(since mark: Int, butFields: Bool) {
        var kept: [Entry] = []
        for index in mark..<entries.count {
            switch entries[index] {
            case .value(let entry) where !butFields || entry.instance == nil:
                unsafe entry.handle.deinitialize(entry.saved, count: 1)
                unsafe entry.saved.deallocate()
            case .value, .setting: if butFields { kept.append(entries[index]) }
            }
        }
        entries.replaceSubrange(mark..., with: kept)
    }
}
