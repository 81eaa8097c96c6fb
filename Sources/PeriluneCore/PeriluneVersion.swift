/// A version of Perilune.
public struct PeriluneVersion: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The numbers: major, minor, patch.
    public let numbers: [Int]

    init(_ numbers: [Int]) { self.numbers = numbers }

    /// Reads `1`, `1.2` or `1.2.3`; missing numbers are 0.
    ///
    /// - Returns: `nil` for anything else.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count) else { return nil }
        var numbers: [Int] = []
        for part in parts {
            guard part.utf8.count <= 6, part.utf8.allSatisfy({ (48...57).contains($0) }),
                let number = Int(part)
            else { return nil }
            numbers.append(number)
        }
        while numbers.count < 3 { numbers.append(0) }
        self.init(numbers)
    }

    /// `1.2.3`.
    public var description: String { numbers.map(String.init).joined(separator: ".") }

    /// Whether one came before another.
    public static func < (one: PeriluneVersion, other: PeriluneVersion) -> Bool {
        one.numbers.lexicographicallyPrecedes(other.numbers)
    }
}

/// A requirement of a plugin for the version: `>= 1.0`, `>= 1.2, < 2`.
public struct VersionRequirement: Sendable, Hashable, CustomStringConvertible {
    private enum Relation: String, CaseIterable {
        // Longer operators first: `<=` begins with `<`.
        case atLeast = ">="
        case atMost = "<="
        case exactly = "=="
        case above = ">"
        case below = "<"

        func holds(_ one: PeriluneVersion, _ other: PeriluneVersion) -> Bool {
            switch self {
            case .atLeast: one >= other
            case .atMost: one <= other
            case .exactly: one == other
            case .above: one > other
            case .below: one < other
            }
        }
    }

    private struct Bound: Sendable, Hashable {
        let relation: Relation
        let version: PeriluneVersion
    }

    /// As it was written.
    public let description: String
    private let bounds: [Bound]

    /// Reads a requirement; several are separated by commas, and all must hold.
    public init(_ text: String) throws(PeriluneError) {
        description = text
        var bounds: [Bound] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let words = part.split(separator: " ").joined()
            guard let relation = Relation.allCases.first(where: { words.hasPrefix($0.rawValue) }),
                let version = PeriluneVersion(words.dropFirst(relation.rawValue.count))
            else {
                throw PeriluneError(
                    "plugin.requirement", "'\(text)' is not a version requirement",
                    hint: "write it like \">= 1.0\" or \">= 1.2, < 2\"")
            }
            bounds.append(Bound(relation: relation, version: version))
        }
        self.bounds = bounds
    }

    /// Whether a version meets the requirement.
    public func allows(_ version: PeriluneVersion) -> Bool {
        bounds.allSatisfy { $0.relation.holds(version, $0.version) }
    }
}
