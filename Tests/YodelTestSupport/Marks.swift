/// A letter and a run of marks that are out of order, in one of two orders.
func marks(_ count: Int, reversed: Bool = false) -> String {
    "e" + String(repeating: reversed ? "\u{323}\u{301}" : "\u{301}\u{323}", count: count / 2)
}
