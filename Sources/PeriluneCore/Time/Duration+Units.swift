extension Duration {
    /// The duration in microseconds, rounded to the nearest.
    package var microseconds: Int { Int((self / .microseconds(1)).rounded()) }

    /// The duration in milliseconds, rounded up.
    package var milliseconds: Int64 {
        components.seconds * 1000 + (components.attoseconds + 999_999_999_999_999)
            / 1_000_000_000_000_000
    }
}
