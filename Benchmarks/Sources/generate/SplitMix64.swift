/// Steele, Lea and Flood's SplitMix64: tiny, fast, and the same numbers on every machine.
struct SplitMix64 {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number from zero up to, but not including, `bound`.
    ///
    /// The bias of taking the high half is far below what a log shows.
    mutating func below(_ bound: Int) -> Int {
        Int(next().multipliedFullWidth(by: UInt64(bound)).high)
    }

    /// True once in `times` on average.
    mutating func oneIn(_ times: Int) -> Bool { below(times) == 0 }

    mutating func pick(_ choices: [String]) -> String { choices[below(choices.count)] }
}
