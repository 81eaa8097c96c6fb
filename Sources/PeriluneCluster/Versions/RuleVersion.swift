/// A version of the rules that was deployed to a cluster.
package struct RuleVersion: Hashable, Sendable {
    /// Higher for each deploy; 0 for the rules of the member's own configuration.
    package let number: Int
    /// The hash of the bundle; empty for the rules of the member's own configuration.
    package let hash: String

    /// The rules of the member's own configuration.
    package static let local = RuleVersion(number: 0, hash: "")

    /// The header of a commit that names the version.
    static let header = "Perilune-Version"

    /// The value of the header.
    var text: String { number == 0 ? "0" : "\(number) \(hash.prefix(16))" }

    /// The number in the value of the header; 0 if there is none.
    static func number(_ text: String?) -> Int {
        text.flatMap { $0.split(separator: " ").first.flatMap { Int($0) } } ?? 0
    }
}

extension RuleVersion: CustomStringConvertible {
    /// The number and the first digits of the hash, for messages.
    package var description: String {
        number == 0 ? "local rules" : "\(number) (\(hash.prefix(8)))"
    }
}
