import PeriluneCore
import PeriluneJSON
import PeriluneLocale

/// Formats values with a script: a delegate's `formatValues(chart, what)`.
struct ScriptFormats: Sendable {
    let bus: any EventProcessor
    let locale: LocaleFormats

    /// The answer of a script for some values.
    enum Answer {
        /// A text for each value; `nil` for the normal one.
        case texts([String?])
        case pattern(Pattern)
    }

    /// A pattern for numbers, also on an axis.
    struct Pattern {
        var prefix = ""
        var suffix = ""
        /// `nil` for as many as the number, or its axis, has.
        var decimals: Int?
        var factor = 1.0
    }

    /// - Parameters:
    ///   - chart: The name of the chart.
    ///   - role: `category`, `series` or `value`.
    ///   - name: The column, or the expression of a value.
    ///   - values: What is written.
    /// - Returns: `nil` if no script answers.
    /// - Throws: `charts.format` if the answer is neither texts nor a pattern.
    func answer(
        _ chart: String, _ role: String, _ name: String, _ values: [Value]
    ) async throws -> Answer? {
        let event = Event(
            id: "format/\(chart)", source: "charts/formats", type: "chart.format", subject: chart,
            data: ["of": .string(role), "name": .string(name), "values": .array(values)])
        guard let json = try await bus.answer(event).checked().json().first else { return nil }
        return try Self.answer(json, to: values)
    }

    private static func answer(_ json: [UInt8], to values: [Value]) throws -> Answer {
        guard json.count <= mostBytes else {
            throw formatError(
                "returned \(json.count) bytes for \(values.count) values, more than \(mostBytes)"
            )
        }
        let answer = try Value(json: json)
        if let texts = answer.array {
            guard texts.count == values.count else {
                throw formatError("returned \(texts.count) texts for \(values.count) values")
            }
            return .texts(
                try texts.map { text in
                    guard text == .null || text.string != nil else {
                        throw formatError("returned \(text.json.prefix(40)) as a text")
                    }
                    try check(text.string ?? "", "a text")
                    return text.string
                })
        }
        return .pattern(try Pattern(answer))
    }

    /// The maximum sizes in bytes of an answer and of each text in it, because pages show all of them.
    private static let (mostBytes, mostOfText) = (1 << 20, 1000)

    static func check(_ text: String, _ what: String) throws(PeriluneError) {
        let count = text.utf8.count
        guard count <= mostOfText else {
            throw formatError("returned \(what) of \(count) bytes, more than \(mostOfText)")
        }
    }

    static func formatError(_ problem: String) -> PeriluneError {
        PeriluneError(
            "charts.format", "formatValues \(problem)",
            hint:
                "return a list with a text for each of what.values, or a table such as { suffix = \" km\", decimals = 1, factor = 0.001 }"
        )
    }

    func format(_ pattern: Pattern) -> NumberFormat {
        @Sendable func write(_ value: Double, decimals: Int?) -> String {
            guard !value.isNaN else { return "-" }
            let number = value * pattern.factor
            let style =
                decimals.map { NumberStyle(.grouped, .exactly($0)) }
                ?? NumberStyle(.grouped).fitted(to: number)
            return pattern.prefix + locale.write(number, style) + pattern.suffix
        }
        return NumberFormat(
            full: { write($0, decimals: pattern.decimals) },
            axis: { value, unit in
                write(
                    value, decimals: pattern.decimals ?? (pattern.factor == 1 ? unit.decimals : nil)
                )
            }, percent: { locale.write(Double($0), NumberStyle(.percent, .exactly(0))) })
    }
}

extension ScriptFormats.Pattern {
    init(_ value: Value) throws {
        guard case .object(let members) = value else {
            throw ScriptFormats.formatError("returned \(value.json.prefix(40))")
        }
        for member in members.pairs {
            switch (member.name, member.value) {
            case ("prefix", .string(let text)):
                try ScriptFormats.check(text, "a prefix")
                prefix = text
            case ("suffix", .string(let text)):
                try ScriptFormats.check(text, "a suffix")
                suffix = text
            case ("decimals", let value):
                guard let number = value.integer, (0...9).contains(number) else {
                    throw ScriptFormats.formatError("must return decimals from 0 to 9")
                }
                decimals = Int(number)
            case ("factor", let value):
                guard let number = value.double, number.isFinite else {
                    throw ScriptFormats.formatError("must return a number as factor")
                }
                factor = number
            default: throw ScriptFormats.formatError("cannot return '\(member.name.prefix(40))'")
            }
        }
    }
}
