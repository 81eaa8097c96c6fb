/// A generator with a seed: a property test that fails once fails again.
struct Seeded: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state ^= state << 13 | 1
        state ^= state >> 7
        state ^= state << 17
        return state &* 0x9E37_79B9_7F4A_7C15
    }

    mutating func chance(_ part: Double) -> Bool { Double.random(in: 0..<1, using: &self) < part }

    mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }
}
