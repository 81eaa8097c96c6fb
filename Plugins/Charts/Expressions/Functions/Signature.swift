/// The type of a value; booleans are numbers.
package enum ValueType: String, Sendable, Hashable {
    case number, text, date

    var article: String { self == .text ? "a string" : "a \(rawValue)" }
}

extension Function {
    /// What a function takes: the least number of arguments, what each is, what it makes of them.
    struct Signature {
        var parameters: [Parameter]
        var required: Int
        /// Whether more arguments may follow, of the last kind.
        var repeats = false
        var result: ValueType
    }

    struct Parameter {
        var name: String
        /// `nil` for any.
        var type: ValueType?
        /// Whether it must be the same for all rows.
        var isConstant = false

        static func number(_ name: String, constant: Bool = false) -> Parameter {
            Parameter(name: name, type: .number, isConstant: constant)
        }
        static func text(_ name: String) -> Parameter { Parameter(name: name, type: .text) }
        static let date = Parameter(name: "date", type: .date)
    }

    /// `nil` for `if`, `date` and `Int`, whose types depend on their arguments.
    var signature: Signature {
        switch self {
        case .abs, .ceiling, .cos, .exp, .fact, .floor, .log, .logTen, .neg, .sign, .sin, .sqrt,
            .tan, .truncate:
            Signature(parameters: [.number("x")], required: 1, result: .number)
        case .int:
            Signature(
                parameters: [Parameter(name: "x")], required: 1, result: .number)
        case .mod:
            Signature(parameters: [.number("x"), .number("y")], required: 2, result: .number)
        case .round:
            Signature(
                parameters: [.number("x"), .number("decimals", constant: true)], required: 2,
                result: .number)
        case .date:
            Signature(
                parameters: ["year", "month", "day", "hour", "minute", "second"].map {
                    Parameter(name: $0)
                }, required: 1, result: .date)
        case .day, .dayNumber, .hour, .minute, .month, .second, .year:
            Signature(parameters: [.date], required: 1, result: .number)
        case .relativeDate:
            Signature(
                parameters: [.date, .number("days", constant: true)], required: 2, result: .date)
        case .relativeTime:
            Signature(
                parameters: [.date, .number("seconds", constant: true)], required: 2, result: .date)
        case .left, .right:
            Signature(parameters: [.text("text"), .number("count")], required: 2, result: .text)
        case .leftTrim, .lower, .rightTrim, .trim, .upper, .wordCap:
            Signature(parameters: [.text("text")], required: 1, result: .text)
        case .len:
            Signature(parameters: [.text("text")], required: 1, result: .number)
        case .match:
            Signature(parameters: [.text("text"), .text("pattern")], required: 2, result: .number)
        case .mid:
            Signature(
                parameters: [.text("text"), .number("start"), .number("length")], required: 2,
                result: .text)
        case .pos:
            Signature(
                parameters: [.text("text"), .text("sought"), .number("start")], required: 2,
                result: .number)
        case .replace:
            Signature(
                parameters: [.text("text"), .number("start"), .number("count"), .text("new")],
                required: 4, result: .text)
        case .string:
            Signature(parameters: [Parameter(name: "x")], required: 1, result: .text)
        case .if:
            Signature(
                parameters: [
                    .number("condition"), Parameter(name: "then"), Parameter(name: "else"),
                ], required: 3, result: .number)
        case .and, .or:
            Signature(
                parameters: [.number("a"), .number("b")], required: 2, repeats: true,
                result: .number)
        case .not:
            Signature(parameters: [.number("condition")], required: 1, result: .number)
        case .rank, .runningTotal, .share:
            Signature(parameters: [.number("x")], required: 1, result: .number)
        case .growth, .lag:
            Signature(
                parameters: [.number("x"), .number("count", constant: true)], required: 1,
                result: .number)
        case .movingAverage:
            Signature(
                parameters: [.number("x"), .number("count", constant: true)], required: 2,
                result: .number)
        }
    }

    /// Diagrams compute with numbers only.
    var worksInDiagrams: Bool {
        switch self {
        case .if, .and, .or, .not, .int: true
        default:
            !isWindow && signature.result == .number
                && signature.parameters.allSatisfy { $0.type == .number }
        }
    }

    /// The usage as text: `Mid(text, start[, length])`.
    var usage: String {
        if self == .date { return "Date(year, month, day[, hour, minute, second]) or Date(column)" }
        let signature = signature
        let required = signature.parameters.prefix(signature.required).map(\.name)
        let others = signature.parameters.dropFirst(signature.required).map { "[, \($0.name)]" }
        let more = signature.repeats ? "[, …]" : ""
        return "\(rawValue)(\(required.joined(separator: ", "))\(others.joined())\(more))"
    }

    /// The problem with this number of arguments; `nil` if it is valid.
    func argumentCountProblem(_ count: Int) -> String? {
        let signature = signature
        let most = signature.parameters.count
        if self == .date {
            return [1, 3, 6].contains(count) ? nil : "Date takes 1, 3 or 6 arguments, got \(count)"
        }
        if count < signature.required || count > most && !signature.repeats {
            let takes =
                signature.repeats
                ? "at least \(signature.required)"
                : signature.required == most ? "\(most)" : "\(signature.required) to \(most)"
            return "\(rawValue) takes \(takes) argument\(takes == "1" ? "" : "s"), got \(count)"
        }
        return nil
    }
}
