import PeriluneCore
import PeriluneJSON
import PeriluneStore

/// Rebuilds state with the members of its large tables.
struct StateTree {
    private let store: StateContents
    private var seen: Set<Int64> = []
    private var depth = 0

    init(_ store: StateContents) { self.store = store }

    /// The complete state of a key.
    mutating func value(of row: StateContents.Row) throws(PeriluneError) -> Value {
        seen.removeAll()
        return try expanded(Value(json: StateText(row.text).json), row)
    }

    private mutating func expanded(
        _ value: Value, _ row: StateContents.Row
    ) throws(PeriluneError) -> Value {
        switch value {
        case .array(let elements):
            var expanded: [Value] = []
            for element in elements { expanded.append(try self.expanded(element, row)) }
            return .array(expanded)
        case .object(let members):
            if members.pairs.count == 1, let table = members["\0"]?.array?.first?.integer {
                return try self.members(of: table, row)
            }
            var expanded: Value.Members = .init()
            for member in members.pairs {
                expanded[member.name] = try self.expanded(member.value, row)
            }
            return .object(expanded)
        default: return value
        }
    }

    /// The members as a list if all names are the numbers from 1 on, else as an object.
    private mutating func members(
        of table: Int64, _ row: StateContents.Row
    ) throws(PeriluneError) -> Value {
        depth += 1
        defer { depth -= 1 }
        guard seen.insert(table).inserted, depth <= 100 else {
            throw PeriluneError(
                "state.table",
                "the large table \(table) occurs twice in the state, or is nested too deeply",
                hint: "the state was not written by Perilune; 'perilune state drop' removes it")
        }
        var names: [StateKey.Name] = []
        var texts: [[UInt8]] = []
        try store.members(of: table, row) { (name, text) throws(PeriluneError) in
            names.append(name)
            texts.append(text)
        }
        var values: [Value] = []
        for text in texts { values.append(try expanded(Value(json: StateText(text).json), row)) }
        if !names.isEmpty, names.indices.allSatisfy({ names[$0] == .integer(Int64($0 + 1)) }) {
            return .array(values)
        }
        var members: Value.Members = .init()
        for (name, value) in zip(names, values) {
            switch name {
            case .text(let text): members[text] = value
            case .integer(let number): members[String(number)] = value
            }
        }
        return .object(members)
    }
}
