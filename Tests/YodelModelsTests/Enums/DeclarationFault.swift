import Testing
import Yodel

/// What is wrong with the declaration of a type that has not been used before; nil if nothing is.
func faultOfDeclaration<T>(_ type: T.Type) -> String? {
    do throws(ModelError) {
        _ = try ModelDecoder().decode([T].self, from: "[]")
        return nil
    } catch {
        #expect(error.code == .invalidDeclaration)
        return error.message
    }
}
