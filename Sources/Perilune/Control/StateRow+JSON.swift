package import PeriluneCore
internal import PeriluneJSON
package import PeriluneStore

extension StateContents.Row {
    /// Appends the row as an object for `perilune state export`.
    package func write(to writer: inout JSONWriter) {
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
        if let timer = key.timer {
            writer.write("timer", timer)
            writer.write("due", due?.description ?? "")
            return writer.endObject()
        }
        writer.write("value", String(decoding: text, as: UTF8.self))
        if let removal { writer.write("removal", .integer(removal)) }
        writer.endObject()
    }

    /// The time at which the timer is due, for the row of a timer.
    package var due: Timestamp? {
        Int64(String(decoding: text, as: UTF8.self)).map { Timestamp(microseconds: $0) }
    }

    /// Parses a line of `perilune state export`.
    ///
    /// - Throws: `state.import` for any other line.
    package init(line: [UInt8]) throws(PeriluneError) {
        guard let row = Self(try Value(json: line)) else {
            throw PeriluneError(
                "state.import", "the line is not a value of state",
                hint: "import a file that 'perilune state export' wrote")
        }
        _ = try Value(json: StateText(row.text).json)
        self = row
    }

    private init?(_ value: Value) {
        if let script = value["script"]?.string, let key = value["key"]?.string,
            let timer = value["timer"]?.string,
            let due = value["due"]?.string.flatMap({ Timestamp($0) })
        {
            self.init(
                script: script, key: StateKey(key: key, timer: timer),
                text: Array(String(due.microseconds).utf8), removal: nil)
            return
        }
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
