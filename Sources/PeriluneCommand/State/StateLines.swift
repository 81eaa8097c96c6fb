import PeriluneCore
import PeriluneFiles
import PeriluneJSON
import PeriluneStore

extension StateContents.Row {
    /// An object for `perilune state export`.
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.write("script", script)
        writer.write("key", key.key)
        if let member = key.member {
            writer.write("table", .integer(member.table))
            switch member.name {
            case .text(let text): writer.write("member", text)
            case .integer(let number): writer.write("member", .integer(number))
            }
        }
        writer.write("value", String(decoding: text, as: UTF8.self))
        if let removal { writer.write("removal", .integer(removal)) }
        writer.endObject()
    }

    /// Reads such an object.
    fileprivate init?(_ value: Value) {
        guard let script = value["script"]?.string, let key = value["key"]?.string,
            let text = value["value"]?.string
        else { return nil }
        var member: (Int64, StateKey.Name)?
        if let table = value["table"]?.integer {
            if let name = value["member"]?.string {
                member = (table, .text(name))
            } else if let number = value["member"]?.integer {
                member = (table, .integer(number))
            } else {
                return nil
            }
        }
        self.init(
            script: script, key: StateKey(key: key, member: member), text: Array(text.utf8),
            removal: value["removal"]?.integer)
    }
}

/// The lines that `perilune state import` reads.
struct StateLines {
    private let source: LogSource
    private let path: String
    private var lines: ArraySlice<[UInt8]> = []
    private var line = 0

    init(_ path: String) throws(PeriluneError) {
        self.path = path
        source = try LogSource(path: path)
    }

    /// The next value; nil at the end.
    mutating func next() throws(PeriluneError) -> StateContents.Row? {
        while true {
            guard let bytes = lines.popFirst() else {
                guard let chunk = try source.next() else { return nil }
                lines =
                    chunk.paddedBytes.prefix(chunk.count)
                    .split(separator: 0x0A, omittingEmptySubsequences: false)
                    .map { Array($0) }[...]
                // There is no line after the last line end.
                if lines.last?.isEmpty == true { lines.removeLast() }
                line = chunk.firstLine - 1
                continue
            }
            line += 1
            if bytes.isEmpty { continue }
            do throws(PeriluneError) {
                guard let row = StateContents.Row(try Value(json: bytes)) else {
                    throw PeriluneError(
                        "state.import", "the line is not a value of state",
                        hint: "import a file that 'perilune state export' wrote")
                }
                _ = try Value(json: StateText(row.text).json)
                return row
            } catch {
                var error = error
                error.place.file = path
                error.place.line = line
                throw error
            }
        }
    }
}
