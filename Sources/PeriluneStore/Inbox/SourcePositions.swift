package import PeriluneCore

extension StoreTransaction {
    /// Stores or removes the positions of a source.
    package func save(_ positions: [SourcePosition], of source: String) throws(PeriluneError) {
        for position in positions {
            if let value = position.value {
                try connection.run(
                    StoreTable.sourcePosition.upsert,
                    [.text(source), .text(position.name), .text(value)])
            } else {
                try connection.run(
                    "DELETE FROM source_position WHERE source = ? AND name = ?",
                    [.text(source), .text(position.name)])
            }
        }
    }

    /// The positions of a source, by name.
    func positions(of source: String) throws(PeriluneError) -> [SourcePosition] {
        try Self.positions(of: source, connection)
    }

    static func positions(
        of source: String, _ connection: Connection
    ) throws(PeriluneError) -> [SourcePosition] {
        let table = StoreTable.sourcePosition
        let rows = try connection.prepared(
            table.select(["name", "value"], "WHERE source = ?1 ORDER BY name"))
        defer { rows.reset() }
        try rows.bind(1, source)
        var positions: [SourcePosition] = []
        while try rows.step() {
            let name = rows.text(0)
            try table.verify(rows, 2, [.text(source), .text(name)], connection.path)
            positions.append(SourcePosition(name, rows.text(1)))
        }
        return positions
    }
}
