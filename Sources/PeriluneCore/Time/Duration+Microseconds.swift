extension Duration {
    /// The whole microseconds nearest to it.
    package var microseconds: Int { Int((self / .microseconds(1)).rounded()) }
}
