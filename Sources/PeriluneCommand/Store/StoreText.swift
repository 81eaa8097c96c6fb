import PeriluneCore
import PeriluneStore

/// Formats the output of the `store` commands.
enum StoreText {
    static func text(_ check: StoreCheck, of path: String) -> String {
        var text = check.damage.map { "\($0.text)\n" }.joined()
        let contents = contents(check.rows)
        if check.damage.isEmpty {
            text += "\(path): no damage; \(contents)\n"
            if !check.hasChecksums, !check.isEmpty {
                text +=
                    "rows have no checksums until 'perilune serve' or 'process' upgrades the store\n"
            }
        } else {
            text += "\(path): damaged; 'perilune store repair \(path)' keeps the intact rows\n"
        }
        return text
    }

    static func json(_ check: StoreCheck, of path: String) -> String {
        var writer = JSONWriter()
        writer.beginObject()
        writer.write("file", path)
        writer.write("ok", .bool(check.damage.isEmpty))
        writer.write("version", check.version.map { .integer($0) } ?? .null)
        writer.write("checksums", .bool(check.hasChecksums))
        write(check.rows, "rows", to: &writer)
        write(check.damage, "damage", to: &writer)
        writer.endObject()
        return writer.text
    }

    static func text(_ repair: StoreRepair?, of path: String) -> String {
        guard let repair else { return "\(path): no damage; nothing was changed\n" }
        var text = repair.lost.map { "lost: \($0.text)\n" }.joined()
        text += "\(path): repaired; kept \(contents(repair.kept))\n"
        text += "the damaged file is \(repair.copy)\n"
        if let aside = repair.aside { text += "damaged rows are in \(aside)\n" }
        return text
    }

    static func json(_ repair: StoreRepair?, of path: String) -> String {
        var writer = JSONWriter()
        writer.beginObject()
        writer.write("file", path)
        writer.write("repaired", .bool(repair != nil))
        if let repair {
            writer.write("copy", repair.copy)
            if let aside = repair.aside { writer.write("damagedRows", aside) }
            write(repair.kept, "kept", to: &writer)
            write(repair.lost, "lost", to: &writer)
        }
        writer.endObject()
        return writer.text
    }

    private static func contents(_ rows: [(table: String, count: Int)]) -> String {
        let parts = rows.filter { $0.count > 0 }.map { "\($0.table) \($0.count)" }
        return parts.isEmpty ? "it is empty" : "rows: \(parts.joined(separator: ", "))"
    }

    private static func write(
        _ rows: [(table: String, count: Int)], _ name: String, to writer: inout JSONWriter
    ) {
        writer.name(name)
        writer.beginObject()
        for row in rows { writer.write(row.table, .integer(Int64(row.count))) }
        writer.endObject()
    }

    private static func write(
        _ damage: [StoreDamage], _ name: String, to writer: inout JSONWriter
    ) {
        writer.name(name)
        writer.beginArray()
        for one in damage { one.write(to: &writer) }
        writer.endArray()
    }
}
