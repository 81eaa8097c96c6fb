package import PeriluneCore
import PeriluneJSON

/// The format of emitted values in a file.
package enum RowFormat: Sendable, Hashable {
    /// JSON, one value per line.
    case json
    /// CloudEvents, one per line, each with a value as its data; the events are created before the lines are written.
    case cloudevents
    /// A string as it is, any other value as JSON.
    case text
    /// Comma-separated values with a header, quoted as in RFC 4180; lines end with a line feed.
    case csv([RowColumn])

    /// The name of the format in the configuration.
    package enum Name: String, CaseIterable { case json, text, csv, cloudevents }

    package init(_ settings: Settings) throws(PeriluneError) {
        let columns = try RowColumn.columns(settings, "columns")
        let name: Name = try settings.choice("format") ?? .json
        if name.needsColumns, columns.isEmpty {
            throw settings.error(
                at: "columns", "is missing: the format csv needs the columns",
                hint: #"write columns = { "id", "amount=data.amount" }"#)
        }
        if !name.needsColumns, !columns.isEmpty {
            throw settings.error(at: "columns", "is only for the format csv")
        }
        self.init(name, columns)
    }

    /// Creates a format; each column is a name or `name=path`.
    package init(_ name: Name, columns: [String]) { self.init(name, columns.map { RowColumn($0) }) }

    private init(_ name: Name, _ columns: [RowColumn]) {
        self =
            switch name {
            case .json: .json
            case .cloudevents: .cloudevents
            case .text: .text
            case .csv: .csv(columns)
            }
    }

    /// The first line of a new file.
    package var header: [UInt8] {
        guard case .csv(let columns) = self else { return [] }
        return Self.row(columns.map { .string($0.name) })
    }

    /// Whether lines of JSON are written unchanged.
    package var keepsLines: Bool { self == .json || self == .cloudevents }

    /// Converts lines of JSON; `members` counts the columns that they fill.
    package func bytes(
        ofLines lines: some Sequence<UInt8>, noting members: NamedMembers? = nil
    ) throws(PeriluneError) -> [UInt8] {
        var bytes: [UInt8] = []
        for line in Array(lines).split(separator: UInt8(ascii: "\n")) {
            bytes += try self.bytes(of: line, noting: members)
        }
        return bytes
    }

    /// Converts a value to a line; `members` counts the columns that it fills.
    package func bytes(
        of json: ArraySlice<UInt8>, noting members: NamedMembers? = nil
    ) throws(PeriluneError) -> [UInt8] {
        switch self {
        case .json, .cloudevents: return json + [UInt8(ascii: "\n")]
        case .text:
            let value: Value
            do throws(PeriluneError) {
                value = try Value(json: Array(json))
            } catch {
                // A number that is out of range is written as it is spelled.
                guard error.code == "json.number" else { throw error }
                return json + [UInt8(ascii: "\n")]
            }
            return Array((value.string ?? value.json).utf8) + [UInt8(ascii: "\n")]
        case .csv(let columns):
            let value = try Value(spellingNumbers: json)
            let cells = columns.map { $0.value(of: value) ?? .null }
            members?.check(value, isEmptyRow: cells.allSatisfy { $0 == .null })
            return Self.row(cells)
        }
    }

    private static func row(_ values: [Value]) -> [UInt8] {
        var bytes: [UInt8] = []
        for (number, value) in values.enumerated() {
            if number > 0 { bytes.append(UInt8(ascii: ",")) }
            CSVField.write(value == .null ? "" : value.string ?? value.json, to: &bytes)
        }
        return bytes + [UInt8(ascii: "\n")]
    }
}

extension RowFormat.Name {
    /// Whether a format has columns.
    package var needsColumns: Bool { self == .csv }
}
