/// One token that is a value by itself. The bytes are lent for the duration of a call.
@safe enum ScalarToken {
    // SAFETY: the bytes are lent for the call that gets the token.

    case null
    case boolean(Bool)
    case number(BorrowedBytes)
    case string(BorrowedBytes)
}
