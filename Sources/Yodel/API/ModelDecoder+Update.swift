extension ModelDecoder {
    /// Merges a document into an existing value.
    ///
    /// Properties that the document does not mention stay as they are. A nested struct is changed in place, and a nested class in its instance; a
    /// class with a ``ModelForm`` gets a new instance in place of the old one. Collections are replaced. If the document is refused, nothing changes: Yodel changes a
    /// copy of a struct, restores the stored properties of instances, and sets what a property accessor or wrapper has set back to what it was: a copy of a
    /// struct may share that with the original. (It does not undo other effects of the model's own code.)
    ///
    /// ```swift
    /// var user = try User(json: #"{"id": 7, "name": "Ann"}"#)
    /// try decoder.update(&user, from: #"{"name": "Bea"}"#)
    /// user.id   // 7
    /// ```
    ///
    /// - Parameters:
    ///   - value: The value to change.
    ///   - json: The document in UTF-8. It needs to stay only during the call.
    /// - Throws: `ModelError`, as ``decode(_:from:)-(_,JSONBytes)`` says; `value` is then as it was.
    /// - Complexity: Linear in the number of bytes.
    public func update<T>(_ value: inout T, from json: some JSONBytes) throws(ModelError) {
        if let failure = json.withBorrowedJSON({ update(&value, $0, request) }) { throw failure }
    }

    /// Works on a copy, so that a value is as it was after a failure; the instances that it refers to are put back by the decode.
    func update<T>(_ value: inout T, _ bytes: BorrowedBytes, _ request: DecodingRequest) -> ModelError? {
        update(&value) { WholeDocument.read(bytes, $0, into: $1, isFilled: &$2, request) }
    }

    func update<T>(_ value: inout T, _ source: DynamicValue, _ request: DecodingRequest) -> ModelError? {
        update(&value) { WholeDocument.decode(source, $0, into: $1, isFilled: &$2, request) }
    }

    private func update<T>(_ value: inout T, _ decode: (PlanRef, MutableAddress, inout Bool) -> ModelError?) -> ModelError? {
        do throws(ModelError) {
            let plan = try plan(for: T.self)
            var copy = value
            let failure = unsafe MutableAddress.of(&copy) { slot in
                var isFilled = true
                return decode(plan, slot, &isFilled)
            }
            if failure == nil { value = copy }
            return failure
        } catch {
            return error
        }
    }

    /// Merges a document into an existing value.
    ///
    /// - Parameters:
    ///   - value: The value to change.
    ///   - json: The document in UTF-8.
    /// - Throws: `ModelError`, as ``decode(_:from:)-(_,JSONBytes)`` says; `value` is then as it was.
    public func update<T>(_ value: inout T, from json: RawSpan) throws(ModelError) {
        if let failure = unsafe json.withLentBytes({ bytes in update(&value, bytes.borrowed, request) }) { throw failure }
    }
}

/// Carries a typed error through a closure of the standard library that would forget its type.
func outcome<R>(_ body: () throws(ModelError) -> R) -> Result<R, ModelError> {
    do throws(ModelError) {
        return .success(try body())
    } catch {
        return .failure(error)
    }
}
