import PeriluneCore

/// The event numbers that a delegate declares: single numbers, ranges, and `custom`.
struct EventNumbers {
    /// In order and apart from each other; a single number is a range too.
    private(set) var ranges: [ClosedRange<Int64>] = []
    private(set) var takesCustom = false

    /// Reads what a delegate declares.
    init(_ declaration: InterestDeclaration) throws(PeriluneError) {
        let elements = declaration.value.array ?? [declaration.value]
        var found: [ClosedRange<Int64>] = []
        for element in elements {
            switch element {
            case .integer(let number) where number >= 0: found.append(number...number)
            case .string("custom"): takesCustom = true
            case .string(let text) where text.utf8.contains(UInt8(ascii: ".")):
                found.append(try Self.range(text, declaration.name))
            default:
                throw Self.refusal(
                    declaration.name,
                    "evt must be an integer, a range or \"custom\", got \(element.json)")
            }
        }
        guard !elements.isEmpty else {
            throw Self.refusal(declaration.name, "evt must not be an empty list")
        }
        // Custom numbers are removed if all custom numbers are included.
        ranges = Self.merged(found).compactMap { takesCustom ? Self.stock($0) : $0 }
    }

    func contains(_ number: Int64) -> Bool { ranges.contains { $0.contains(number) } }

    /// The numbers for display: `4001 or 5000..5099 or custom`.
    var text: String {
        let words = ranges.map { range in
            range.lowerBound == range.upperBound
                ? "\(range.lowerBound)" : "\(range.lowerBound)..\(range.upperBound)"
        }
        return (words + (takesCustom ? ["custom"] : [])).joined(separator: " or ")
    }

    private static func range(
        _ text: String, _ name: String
    ) throws(PeriluneError) -> ClosedRange<Int64> {
        guard let (first, last) = Link.numbers(text) else {
            throw refusal(name, "\"\(text)\" is not a range of event numbers")
        }
        guard first <= last else {
            throw refusal(name, "the range \"\(text)\" of event numbers is empty")
        }
        return first...last
    }

    private static func merged(_ ranges: [ClosedRange<Int64>]) -> [ClosedRange<Int64>] {
        var merged: [ClosedRange<Int64>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = merged.last, range.lowerBound <= last.upperBound {
                merged[merged.count - 1] =
                    last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
        return merged
    }

    private static func stock(_ range: ClosedRange<Int64>) -> ClosedRange<Int64>? {
        let last = LinkScanner.firstCustomEvent - 1
        return range.lowerBound > last ? nil : range.lowerBound...min(range.upperBound, last)
    }

    private static func refusal(_ name: String, _ message: String) -> PeriluneError {
        PeriluneError(
            "interest.evt", message, at: .init(file: name),
            hint: "write evt = 4001, evt = \"4000..4099\", evt = \"custom\", or a list of them")
    }
}
