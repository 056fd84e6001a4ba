@testable import Yodel

/// What is wrong with a type's declarations, as the first decode into it says; empty if nothing is.
func declarationFault<T>(_ type: T.Type) -> String {
    do {
        _ = try ModelDecoder().decode(type, from: "{}")
        return ""
    } catch {
        return error.category == .model ? error.message : "\(error)"
    }
}
