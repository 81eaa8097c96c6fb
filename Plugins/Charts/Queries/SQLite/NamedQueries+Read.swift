package import PeriluneCore
import PeriluneJSON

extension NamedQueries {
    /// Reads a file of SQL in which each query follows a line `-- name: SalesOrder`.
    ///
    /// The next lines may add more: `-- sorted: yes`, `-- referenceValue: 80`, `-- upperThreshold: 120`, `--
    /// lowerThreshold: 40`, `-- predictiveStartCategory: Eastern`.
    package init(sql text: String, file: String? = nil) throws(PeriluneError) {
        var name: (text: String, line: Int)?
        var settings: [(key: String, value: String, line: Int)] = []
        var lines: [Substring] = []
        var number = 0
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            number += 1
            let setting = Self.setting(line)
            if let setting, setting.key == "name" {
                try add(name, settings, lines, file)
                (name, settings, lines) = ((setting.value, number), [], [])
            } else if let setting, name != nil, lines.allSatisfy({ $0.isEmpty }) {
                settings.append((setting.key, setting.value, number))
            } else if name != nil {
                lines.append(line)
            } else if !line.allSatisfy(\.isWhitespace), !trimmed(String(line)).hasPrefix("--") {
                throw PeriluneError(
                    "query.name", "a statement has no name",
                    at: .init(file: file, line: number, column: 1, sourceLine: String(line)),
                    hint: "add a line '-- name: QueryName' before it")
            }
        }
        try add(name, settings, lines, file)
    }

    /// `-- key: value` of the keys that are known; anything else is a comment.
    private static func setting(_ line: Substring) -> (key: String, value: String)? {
        let line = trimmed(String(line))
        guard line.hasPrefix("--"), let colon = line.firstIndex(of: ":") else { return nil }
        let key = trimmed(String(line[line.index(line.startIndex, offsetBy: 2)..<colon]))
        guard key == "name" || keys.contains(key) else { return nil }
        return (key, trimmed(String(line[line.index(after: colon)...])))
    }

    private static let keys = [
        "sorted", "referenceValue", "upperThreshold", "lowerThreshold", "predictiveStartCategory",
    ]

    private mutating func add(
        _ name: (text: String, line: Int)?,
        _ settings: [(key: String, value: String, line: Int)], _ lines: [Substring], _ file: String?
    ) throws(PeriluneError) {
        guard let name else { return }
        let place = PeriluneError.Place(file: file, line: name.line, column: 1)
        guard !name.text.isEmpty else {
            throw PeriluneError("query.name", "a query has no name", at: place)
        }
        var query = try Self.statement(
            lines.joined(separator: "\n"), named: name.text, at: place)
        for setting in settings {
            let isKnown = query.set(
                setting.key, Double(setting.value).map { .number($0) } ?? .string(setting.value))
            guard isKnown else {
                throw PeriluneError(
                    "query.setting", "invalid value of \(setting.key): \(setting.value.prefix(80))",
                    at: .init(file: file, line: setting.line, column: 1))
            }
        }
        try add(query, named: name.text, at: place)
    }

    /// Reads JSON: an object with SQL for each name, or with an object that has `sql` and more.
    package init(json bytes: [UInt8], file: String? = nil) throws(PeriluneError) {
        let place = PeriluneError.Place(file: file)
        let value: Value
        do {
            value = try Value(json: bytes)
        } catch {
            var error = error
            error.place.file = file
            throw error
        }
        guard let members = value.object else {
            throw PeriluneError(
                "query.shape", "queries must be an object of names and SQL", at: place)
        }
        for member in members.pairs {
            guard let sql = member.value.string ?? member.value["sql"]?.string else {
                throw PeriluneError(
                    "query.shape", "query \(member.name) has no field sql", at: place)
            }
            var query = try Self.statement(sql, named: member.name, at: place)
            for setting in member.value.object?.pairs ?? [] where setting.name != "sql" {
                guard query.set(setting.name, setting.value) else {
                    throw PeriluneError(
                        "query.setting", "query \(member.name): invalid field \(setting.name)",
                        at: place, hint: "the fields are sql, \(Self.keys.joined(separator: ", "))")
                }
            }
            try add(query, named: member.name, at: place)
        }
    }
}

extension NamedQueries.NamedQuery {
    /// Whether there is such a setting, and this is a value for it.
    fileprivate mutating func set(_ key: String, _ value: Value) -> Bool {
        switch key {
        case "sorted":
            guard let truth = value.truth else { return false }
            isSorted = truth
        case "referenceValue":
            reference = value.double
            return reference != nil
        case "upperThreshold":
            upperThreshold = value.double
            return upperThreshold != nil
        case "lowerThreshold":
            lowerThreshold = value.double
            return lowerThreshold != nil
        case "predictiveStartCategory":
            predictiveStart = Cell(value)
            return predictiveStart != nil
        default: return false
        }
        return true
    }
}

extension Value {
    fileprivate var truth: Bool? {
        switch self {
        case .bool(let truth): truth
        case .string(let text): ValueText.boolean(text)
        case .number(let number) where number == 0 || number == 1: number == 1
        default: nil
        }
    }
}
