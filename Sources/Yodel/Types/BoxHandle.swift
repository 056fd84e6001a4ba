/// The operations of a class whose instances are made of a struct of their values, and give one. To whatever reads or writes, the struct is what a raw value is
/// to an enum; but every struct makes an instance.
final class BoxHandle<T: AnyObject, Values>: TypeHandle, @unchecked Sendable {
    // SAFETY of `@unchecked Sendable`: what makes instances, and takes them apart, runs on whichever thread reads or writes, as `init()` of a model does.

    private let make: (Values) -> T
    private let take: (T) -> Values

    init(make: @escaping (Values) -> T, take: @escaping (T) -> Values) {
        self.make = make
        self.take = take
        super.init(T.self)
    }

    override func getRawValue(_ address: ValueAddress, into slot: MutableAddress) {
        unsafe slot.initialize(as: Values.self, to: take(address.assumingMemoryBound(to: T.self).pointee))
    }

    override func putRawValue(_ address: MutableAddress, payload: MutableAddress, fresh: Bool) -> Bool {
        unsafe TypeHandle.store(make(payload.assumingMemoryBound(to: Values.self).move()), at: address, fresh: fresh)
        return true
    }
}
