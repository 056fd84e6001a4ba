/// Something to be done with a scalar, as soon as its type is known. The compiler makes a copy of it for each type of the table, so that nothing
/// is looked up when it runs.
protocol ScalarVisitor: ~Copyable {
    associatedtype Input = Void
    associatedtype Output = Void

    mutating func visit<S: Scalar>(_ type: S.Type, _ input: Input) -> Output
}

extension ScalarKind {
    /// The type that the kind stands for, for what is not worth a copy of the code for each type.
    var scalarType: any Scalar.Type {
        var identity = Identity()
        return visit(&identity, ())
    }

    private struct Identity: ScalarVisitor {
        func visit<S: Scalar>(_ type: S.Type, _ input: Void) -> any Scalar.Type { type }
    }
}
