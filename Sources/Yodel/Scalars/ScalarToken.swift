/// One token that is a value by itself. The bytes are borrowed for the duration of a call.
@safe enum ScalarToken {
    // SAFETY: the bytes are borrowed for the call that gets the token.

    case null
    case boolean(Bool)
    case number(BorrowedBytes)
    case string(BorrowedBytes)
}
