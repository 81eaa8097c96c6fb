import PeriluneCore
import PeriluneFiles

/// Functions for scripts that read the formats of single lines.
enum TextModules {
    static let csv = HostModule(
        "csv", "Rows of CSV (RFC 4180).",
        [
            HostFunction(
                "parse", "Returns the values of a row as a list of strings.",
                [.init("row", .string, "one row, without the line break at its end"), options],
                returns: "string[]",
                .sync { arguments, _ throws(PeriluneError) in
                    let (delimiter, quote) = try options(arguments, "csv.parse")
                    let bytes = Array((arguments.first?.string ?? "").utf8)
                    var row = Row()
                    do throws(PeriluneError) {
                        try row.split(bytes.span, delimiter, quote)
                    } catch {
                        throw PeriluneError(
                            "csv.row",
                            "csv.parse: \(error.message), at byte \(error.place.column ?? 1)",
                            hint: error.hint)
                    }
                    var values: [Value] = []
                    for part in row.parts {
                        row.withText(part, of: bytes.span) { values.append(.string(string($0))) }
                    }
                    return .array(values)
                }),
            HostFunction(
                "format", "Returns a row, with quotes where they are needed.",
                [.init("values", .table, "a list of strings, numbers and booleans"), options],
                returns: "string",
                .sync { arguments, _ throws(PeriluneError) in
                    let (delimiter, quote) = try options(arguments, "csv.format")
                    guard let values = arguments.first?.array else {
                        throw PeriluneError("csv.row", "csv.format: the values must be a list")
                    }
                    var bytes: [UInt8] = []
                    for (number, value) in values.enumerated() {
                        if number > 0 { bytes.append(delimiter) }
                        try write(value, delimiter, quote, to: &bytes)
                    }
                    return .string(String(decoding: bytes, as: UTF8.self))
                }),
        ])

    static let kv = HostModule(
        "kv", "Lists of names and values, such as `level=info msg=\"user logged in\"`.",
        [
            HostFunction(
                "parse",
                "Returns the values by their names: strings, or true for a name without a value. Values may be quoted; of a repeated name the last value counts.",
                [
                    .init("text", .string, "one line"),
                    .init(
                        "separator", .string, optional: true,
                        "the character between pairs; white space by default"),
                    .init(
                        "assignment", .string, optional: true,
                        "the character between a name and its value; = by default"),
                ],
                returns: "table",
                .sync { arguments, _ throws(PeriluneError) in
                    var pairs = LogfmtPairs()
                    pairs.separator =
                        try byte(arguments, 1, "kv.parse: 'separator'") ?? pairs.separator
                    pairs.assignment =
                        try byte(arguments, 2, "kv.parse: 'assignment'") ?? pairs.assignment
                    let bytes = Array((arguments.first?.string ?? "").utf8)
                    do throws(PeriluneError) {
                        try pairs.read(bytes.span)
                    } catch {
                        throw PeriluneError(
                            "kv.line",
                            "kv.parse: \(error.message), at byte \(error.place.column ?? 1)",
                            hint: error.hint)
                    }
                    return .object(members(pairs, bytes.span))
                })
        ])

    private static let options = HostFunction.Parameter(
        "options", .table, optional: true,
        "delimiter, by default a comma, and quote, by default \"; each is one character")

    private static func options(
        _ arguments: [Value], _ function: String
    ) throws(PeriluneError) -> (delimiter: UInt8, quote: UInt8) {
        var bytes = [UInt8(ascii: ","), UInt8(ascii: "\"")]
        for pair in (arguments.count > 1 ? arguments[1] : .null).object?.pairs ?? [] {
            guard let index = ["delimiter", "quote"].firstIndex(of: pair.name) else {
                throw PeriluneError(
                    "script.argument", "\(function): there is no option '\(pair.name)'",
                    hint: "the options are delimiter and quote")
            }
            bytes[index] = try byte([pair.value], 0, "\(function): '\(pair.name)'") ?? bytes[index]
        }
        guard bytes[0] != bytes[1] else {
            throw PeriluneError(
                "script.argument", "\(function): 'quote' must differ from 'delimiter'")
        }
        return (bytes[0], bytes[1])
    }

    private static func byte(
        _ arguments: [Value], _ number: Int, _ name: String
    ) throws(PeriluneError) -> UInt8? {
        guard arguments.count > number, arguments[number] != .null else { return nil }
        let bytes = Array((arguments[number].string ?? "").utf8)
        guard bytes.count == 1, bytes[0] < 0x80, bytes[0] != 0x0A, bytes[0] != 0x0D else {
            throw PeriluneError("script.argument", "\(name) must be one ASCII character")
        }
        return bytes[0]
    }

    private static func string(_ bytes: Span<UInt8>) -> String {
        unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }

    private static func write(
        _ value: Value, _ delimiter: UInt8, _ quote: UInt8, to bytes: inout [UInt8]
    ) throws(PeriluneError) {
        let text: String
        switch value {
        case .null: text = ""
        case .string(let string): text = string
        case .array, .object:
            throw PeriluneError("csv.row", "csv.format: a value is a table, which no row can have")
        default: text = value.json
        }
        CSVField.write(text, delimiter: delimiter, quote: quote, to: &bytes)
    }

    private static func members(_ pairs: LogfmtPairs, _ line: Span<UInt8>) -> Value.Members {
        var members = Value.Members()
        for pair in pairs.pairs {
            let text = line.extracting(pair.value)
            let value: Value
            if pair.isBare {
                value = .bool(true)
            } else if pair.isEscaped, let plain = text.unescaped {
                value = .string(String(decoding: plain, as: UTF8.self))
            } else {
                value = .string(string(text))
            }
            members[string(line.extracting(pair.name))] = value
        }
        return members
    }
}
