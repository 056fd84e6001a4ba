// What a model may say about its objects as a whole. Each hook is a protocol of its own, so that the plan knows which types have it. An object whose
// type has one, and those around it, are read by the reader with all features, but for a struct that has `validate()` alone; other values pay nothing. A hook
// that sees the object also costs keeping that object as a `JSONObject`.

/// The common base of the hook protocols, so that one check finds whether a model has any.
///
/// Do not conform to it directly. It is part of ``PolymorphicModel``, ``WillDecodeModel``, ``DidDecodeModel``, ``ValidatedModel`` and ``WillEncodeModel``.
public protocol HookedModel: Model {}

/// A model whose class depends on the content of the object.
///
/// ```swift
/// class Shape: PolymorphicModel {
///     var name = ""
///     required init() {}
///     class func modelType(for object: JSONObject) -> (any Model.Type)? {
///         object["radius"] != nil ? Circle.self : nil
///     }
/// }
/// final class Circle: Shape { var radius = 0.0 }
/// ```
///
/// Yodel asks wherever an object is decoded as this type: as the root, a property, an element of an array or set, or a value of a dictionary. The deciding
/// key may be anywhere in the object.
public protocol PolymorphicModel: HookedModel {
    /// The type to decode an object as.
    ///
    /// - Parameter object: The whole object, as it is in the document.
    /// - Returns: This type or a subclass of it; nil means this type. A subclass is asked in turn, until one answers with nil or with a type that was asked
    ///   before. Any other type is an error of category `model`.
    static func modelType(for object: JSONObject) -> (any Model.Type)?
}

/// A model that changes its object before it is decoded.
public protocol WillDecodeModel: HookedModel {
    /// Called on the model before its properties are set.
    ///
    /// - Parameter object: The whole object. It is decoded with the changes made here.
    /// - Throws: Any error rejects the object: a root fails, a property keeps its value, an element is left out, depending on the options.
    mutating func willDecode(_ object: inout JSONObject) throws
}

/// A model that looks at its object after it has been decoded.
public protocol DidDecodeModel: HookedModel {
    /// Called on the model after all its properties are set.
    ///
    /// - Parameter object: The whole object, as it was decoded.
    /// - Throws: Any error rejects the object: a root fails, a property keeps its value, an element is left out, depending on the options.
    mutating func didDecode(from object: JSONObject) throws
}

/// A model that validates itself after it has been decoded. This needs no copy of the object.
///
/// A ``ModelRejection`` says which value is at fault, and why. Where all problems of a document are told, a model is validated with its default in the place of a value that
/// does not fit.
public protocol ValidatedModel: HookedModel {
    /// Called on the model after all its properties are set and after `didDecode`.
    ///
    /// - Throws: Any error rejects the object: a root fails, a property keeps its value, an element is left out, depending on the options.
    mutating func validate() throws
}

/// A model that changes the object that it is written as.
///
/// ```swift
/// struct Entry: WillEncodeModel {
///     var title = ""
///     func willEncode(into object: inout JSONObject) { object["version"] = 2 }
/// }
/// ```
public protocol WillEncodeModel: HookedModel {
    /// Called after the model's properties have been written.
    ///
    /// - Parameter object: The object they make. It is written with the changes made here.
    /// - Throws: Any error ends the encoding; it arrives as the `underlying` error of a `ModelError` of category `custom`.
    func willEncode(into object: inout JSONObject) throws
}

extension ModelHooks {
    /// Takes the hooks that a model's protocols are, found once: a closure knows the type.
    convenience init(of type: any HookedModel.Type) {
        self.init(
            modelType: ModelProtocols.polymorphicModel(type).map { type in { type.modelType(for: $0) } },
            willDecode: ModelProtocols.willDecodeModel(type).map { ModelHooks.willDecode($0) },
            didDecode: ModelProtocols.didDecodeModel(type).map { ModelHooks.didDecode($0) },
            validate: ModelProtocols.validatedModel(type).map { ModelHooks.validate($0) },
            willEncode: ModelProtocols.willEncodeModel(type).map { ModelHooks.willEncode($0) })
    }

    // SAFETY, for all below: `owner` is the address of a value of the model's type, or of a reference to an instance of it or of a subclass; the
    // metatype that is opened is that type itself.

    private static func willDecode<M: WillDecodeModel>(
        _ type: M.Type
    ) -> (MutableAddress, inout JSONObject) throws -> Void {
        { unsafe try $0.assumingMemoryBound(to: M.self).pointee.willDecode(&$1) }
    }

    private static func didDecode<M: DidDecodeModel>(
        _ type: M.Type
    ) -> (MutableAddress, JSONObject) throws -> Void {
        { unsafe try $0.assumingMemoryBound(to: M.self).pointee.didDecode(from: $1) }
    }

    private static func validate<M: ValidatedModel>(_ type: M.Type) -> (MutableAddress) throws -> Void {
        { unsafe try $0.assumingMemoryBound(to: M.self).pointee.validate() }
    }

    private static func willEncode<M: WillEncodeModel>(_ type: M.Type) -> (ValueAddress, inout JSONObject) throws -> Void {
        { unsafe try $0.assumingMemoryBound(to: M.self).pointee.willEncode(into: &$1) }
    }
}
