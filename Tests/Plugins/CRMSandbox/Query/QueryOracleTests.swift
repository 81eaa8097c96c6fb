import CRMPlugin
import PeriluneCore
import Testing

@testable import CRMSandboxPlugin

/// Random queries over random rows, answered by SQL and by nested loops.
struct QueryOracleTests {
    private struct Case {
        var shown: String { (try? query.fetchXML) ?? "" }
        var tables: [String: [Row]]
        var query: Query
        var engine: QueryEngine
        var oracle: Oracle

        init(_ seed: UInt64) throws {
            var dice = Dice(seed &+ 77)
            tables = TinyData.tables(&dice)
            let offset = dice.pick([0, 19800, -12600])
            var queries = QueryDice(seed)
            query = queries.query()
            engine = try TinyTables.engine(tables, utcOffset: offset)
            oracle = Oracle(tables: tables, utcOffset: offset)
        }
    }

    @Test(arguments: 0..<20) func agreesWithNestedLoops(_ block: UInt64) throws {
        for seed in block * 40..<(block + 1) * 40 {
            let example = try Case(seed)
            let answer = try example.engine.run(example.query)
            let expected = example.oracle.answer(example.query)
            let found = answer.entities.map { Self.shown($0) }
            if example.query.distinct {
                #expect(found.sorted() == expected.sorted(), "\(seed): \(example.shown)")
            } else {
                #expect(found == expected, "\(seed): \(example.shown)")
            }
            guard found.sorted() == expected.sorted() else { return }
        }
    }

    @Test(arguments: 0..<10) func pagesAddUpToTheWhole(_ block: UInt64) throws {
        for seed in block * 20..<(block + 1) * 20 {
            let example = try Case(seed)
            let whole = try example.engine.run(example.query).entities
            for size in [1, 2, 3] {
                var paged: [Entity] = []
                var query = example.query
                query.page.count = size
                while true {
                    let page = try example.engine.run(query)
                    paged += page.entities
                    guard page.moreRecords, query.page.number < 200 else { break }
                    query.page.number += 1
                    query.page.cookie = page.pagingCookie
                    // A distinct answer has no cookie and is paged by number.
                    #expect(page.pagingCookie != nil || query.distinct)
                }
                #expect(paged == whole, "\(seed), pages of \(size): \(example.shown)")
            }
        }
    }

    @Test(arguments: 0..<5) func fetchXMLRoundTripsWithTheSameResult(_ block: UInt64) throws {
        for seed in block * 40..<(block + 1) * 40 {
            let example = try Case(seed)
            let again = try Query(fetchXML: example.query.fetchXML)
            #expect(try example.engine.run(again) == example.engine.run(example.query))
        }
    }

    /// The attributes of a record as text, those that are null left out.
    static func shown(_ entity: Entity) -> String {
        entity.attributes.map { "\($0.key)=\(Cell($0.value).text)" }.sorted().joined(separator: "|")
    }
}

extension Oracle {
    /// The rows of the answer, in order.
    func answer(_ query: Query) -> [String] {
        var tuples = tuples(query)
        var keys: [(Tuple) -> Cell] = []
        var down: [Bool] = []
        func add(_ orders: [Query.Order], _ alias: String, _ entity: String) {
            for order in orders {
                keys.append { sortKey($0[alias], order.attribute, entity) }
                down.append(order.descending)
            }
        }
        add(query.orders, "", query.entity)
        var links: [Query.Link] = []
        func collect(_ link: Query.Link) {
            guard !link.kind.isSemiJoin else { return }
            links.append(link)
            link.links.forEach(collect)
        }
        query.links.forEach(collect)
        for link in links { add(link.orders, link.label, link.entity) }
        let id = entity(query.entity).primaryIdAttribute
        keys.append { Cell($0[""]?[id]) }
        down.append(false)
        for link in links {
            keys.append { Cell($0[link.label]?[entity(link.entity).primaryIdAttribute]) }
            down.append(false)
        }
        tuples.sort { one, two in
            for (key, isDown) in zip(keys, down) {
                let (a, b) = (key(one), key(two))
                if a.isBefore(b) { return !isDown }
                if b.isBefore(a) { return isDown }
            }
            return false
        }
        var rows = tuples.map { tuple in
            var parts: [String] = []
            var names = query.columns.map(\.name)
            if !query.distinct || names.isEmpty && links.allSatisfy(\.columns.isEmpty) {
                names.append(id)
            }
            for name in Set(names) where Cell(tuple[""]?[name]) != .null {
                parts.append("\(name)=\(Cell(tuple[""]?[name]).text)")
            }
            for link in links {
                for name in Set(link.columns.map(\.name))
                where Cell(tuple[link.label]?[name]) != .null {
                    parts.append("\(link.label).\(name)=\(Cell(tuple[link.label]?[name]).text)")
                }
            }
            return (parts.sorted().joined(separator: "|"), keys.map { $0(tuple) })
        }
        if query.distinct {
            // The columns of the order count, too, as they do in SQL Server.
            let orders = query.orders.count + links.map(\.orders.count).reduce(0, +)
            var seen: Set<[AnyHashable]> = []
            rows = rows.filter { seen.insert([$0.0, Array($0.1.prefix(orders))]).inserted }
        }
        return rows.map(\.0)
    }

    /// Lookups by name, choices by label.
    private func sortKey(_ row: Row?, _ name: String, _ table: String) -> Cell {
        let value = row?[name]
        if case .reference(let reference)? = value {
            let definition = entity(reference.logicalName)
            let target = tables[reference.logicalName]?.first {
                Cell($0[definition.primaryIdAttribute]) == Cell(value)
            }
            return Cell(target?[definition.primaryNameAttribute ?? ""])
        }
        if case .option(let option)? = value {
            let label = entity(table).attribute(name)?.options.first { $0.value == option.value }
            return label.map { .text($0.label.lowercased()) } ?? .null
        }
        return Cell(value)
    }
}
