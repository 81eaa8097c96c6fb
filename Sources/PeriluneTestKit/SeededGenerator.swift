/// A random number generator with a seed, so that a failing property test can be repeated.
package struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    /// Makes a generator; the same seed gives the same numbers.
    package init(seed: UInt64) { state = seed }

    /// The next number (SplitMix64).
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A random number of a range.
    package mutating func number(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &self)
    }

    /// A random element.
    package mutating func one<Element>(of elements: [Element]) -> Element {
        elements[number(0...elements.count - 1)]
    }

    /// A text of up to `count` random pieces.
    package mutating func text(of pieces: [String], upTo count: Int) -> String {
        var text = ""
        for _ in 0..<number(0...count) { text += pieces.randomElement(using: &self) ?? "" }
        return text
    }
}
