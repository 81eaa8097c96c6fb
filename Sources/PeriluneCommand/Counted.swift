import Perilune

/// A number with its noun: 1 event, 2 events.
struct Counted: CustomStringConvertible {
    let description: String

    init(_ number: Int, _ noun: String) {
        description = "\(Summary.count(number)) \(noun)\(number == 1 ? "" : "s")"
    }
}
