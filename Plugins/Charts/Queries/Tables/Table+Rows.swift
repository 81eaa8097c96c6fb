package import PeriluneCore

extension Table {
    /// A table of rows as JSON and scripts write them: an array of objects, or an object with `rows` and
    /// what MAKit's data table has beside them: `sorted`, `referenceValue`, `upperThreshold`,
    /// `lowerThreshold`, `predictiveStartCategory`.
    ///
    /// Columns are in the order of their first appearance; a row without one has null there. What is
    /// itself an array or object, such as the rows of a small chart in a rich table, becomes JSON text.
    package init(
        rows value: Value, of query: String, limits: QueryLimits = QueryLimits()
    ) throws(PeriluneError) {
        guard let rows = value.array ?? value["rows"]?.array else {
            throw Self.shape(query, "its result must be a list of rows")
        }
        let names = try Self.names(of: rows, query, limits)
        let positions = Dictionary(uniqueKeysWithValues: zip(names, names.indices))
        var builder = TableBuilder(columns: names, of: query, limits: limits)
        var cells: [Value] = Array(repeating: .null, count: names.count)
        for row in rows {
            try builder.beginRow()
            for index in cells.indices { cells[index] = .null }
            for member in row.object?.pairs ?? [] {
                if let position = positions[member.name] { cells[position] = member.value }
            }
            for (index, cell) in cells.enumerated() { builder.append(json: cell, to: index) }
        }
        self = builder.table()
        isSorted = value["sorted"]?.bool ?? false
        reference = value["referenceValue"]?.double
        upperThreshold = value["upperThreshold"]?.double
        lowerThreshold = value["lowerThreshold"]?.double
        predictiveStart = value["predictiveStartCategory"].flatMap(Cell.init)
    }

    private static func names(
        of rows: [Value], _ query: String, _ limits: QueryLimits
    ) throws(PeriluneError) -> [String] {
        var names: [String] = []
        var known: Set<String> = []
        for (number, row) in rows.enumerated() {
            guard let members = row.object else {
                throw shape(query, "its row \(number + 1) must be an object")
            }
            for member in members.pairs where known.insert(member.name).inserted {
                names.append(member.name)
                try limits.check(rows: rows.count, columns: names.count, of: query)
            }
        }
        return names
    }

    private static func shape(_ query: String, _ what: String) -> PeriluneError {
        PeriluneError(
            "query.shape", "query \(query): \(what)",
            hint: "a row is an object of column names and values")
    }
}

extension Value {
    var double: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .number(let number): number
        default: nil
        }
    }
}

extension Cell {
    /// A text that is a date stays a text: only a whole column is of a type.
    init?(_ value: Value) {
        switch value {
        case .string(let text): self = .text(text)
        case .integer, .number: self = .number(value.double ?? 0)
        default: return nil
        }
    }
}

extension TableBuilder {
    mutating func append(json value: Value, to column: Int) {
        switch value {
        case .null: appendNull(to: column)
        case .bool(let truth): append(truth ? 1 : 0, to: column)
        case .integer(let number): append(Double(number), to: column)
        case .number(let number): append(number, to: column)
        case .string(let text): append(text, to: column)
        case .array, .object:
            var writer = JSONWriter()
            writer.write(value)
            append(writer.text, to: column)
        }
    }
}
