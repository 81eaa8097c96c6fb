extension Duration {
    /// Rounded up.
    var milliseconds: Int64 {
        components.seconds * 1000 + (components.attoseconds + 999_999_999_999_999)
            / 1_000_000_000_000_000
    }
}
