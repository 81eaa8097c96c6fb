internal import PeriluneCore
internal import PeriluneLua

/// A condition that stands for an expected value: `test.any`, `test.matches "^%d+$"`.
///
/// In the values of a test file it is a table with a reserved member.
struct Matcher {
    /// The reserved member.
    static let mark = "test.matcher"

    private enum Condition {
        case any
        case pattern(String)
        case near(Double, tolerance: Double)
        case absent
        case contains(Value)
    }

    private let condition: Condition

    /// Reads a matcher; `nil` if the value is an ordinary one.
    init?(_ value: Value) {
        guard case .object(let members) = value, let kind = members[Self.mark]?.string else {
            return nil
        }
        switch kind {
        case "any": condition = .any
        case "absent": condition = .absent
        case "matches": condition = .pattern(members["pattern"]?.string ?? "")
        case "contains": condition = .contains(members["value"] ?? .null)
        case "approx":
            condition = .near(
                members["number"]?.real ?? 0, tolerance: members["tolerance"]?.real ?? 1e-9)
        default: return nil
        }
    }

    /// Whether a value stands for a snapshot.
    static func isSnapshot(_ value: Value) -> Bool { value[mark]?.string == "snapshot" }

    /// Whether it matches a missing member.
    var acceptsNothing: Bool { if case .absent = condition { true } else { false } }

    /// Whether a value meets the condition.
    func accepts(_ value: Value) -> Bool {
        switch condition {
        case .any: value != .null
        case .absent: false
        case .pattern(let pattern):
            (value.string ?? value.numeral).map { LuaPattern.matches(pattern, $0) } ?? false
        case .near(let number, let tolerance):
            value.real.map { abs($0 - number) <= tolerance } ?? false
        case .contains(let part):
            if let text = value.string {
                part.string.map { text.contains($0) } ?? false
            } else {
                (value.elements ?? []).contains {
                    Comparison.differences(part, in: $0, at: [], .partly).isEmpty
                }
            }
        }
    }

    /// The matcher as written in the test file.
    var description: String {
        switch condition {
        case .any: "test.any"
        case .absent: "test.absent"
        case .pattern(let pattern): "test.matches(\(Value.string(pattern).json))"
        case .near(let number, let tolerance):
            "test.approx(\(Value.number(number).json), \(Value.number(tolerance).json))"
        case .contains(let part): "test.contains(\(part.shown))"
        }
    }
}

extension Value {
    fileprivate var real: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        default: nil
        }
    }

    /// A number as text, since Lua's patterns also accept numbers.
    fileprivate var numeral: String? { real == nil ? nil : json }
}
