import CRMPlugin
import Foundation
import PeriluneCore
import Testing

@testable import CRMSandboxPlugin

/// Aggregates of SQL against sums over arrays.
struct AggregateOracleTests {
    @Test(arguments: 0..<20) func agreesWithAggregationOverArrays(_ block: UInt64) throws {
        for seed in block * 25..<(block + 1) * 25 {
            var dice = Dice(seed &+ 999)
            let tables = TinyData.tables(&dice)
            let offset = dice.pick([0, 19800, -12600])
            var query = Query("thing")
            query.aggregate = true
            var link = Query.Link("person", from: "personid", to: "personid", alias: "p", .outer)
            if dice.chance(50) {
                link.columns = [.init("age", alias: "oldest", aggregate: .max)]
                query.links = [link]
            }
            let groups = dice.pick([
                [], ["color"], ["ownerid"], ["name"], ["isnew", "size"], ["made"], ["personid"],
            ])
            query.columns = groups.map {
                var column = Query.Column($0, alias: "g_\($0)")
                column.groupBy = true
                if $0 == "made" {
                    column.dateGrouping = dice.pick([.day, .month, .quarter, .year])
                }
                return column
            }
            for (name, aggregates) in Self.aggregates where dice.chance(60) {
                let aggregate = dice.pick(aggregates)
                var column = Query.Column(name, alias: "a_\(name)", aggregate: aggregate)
                column.distinct = aggregate == .countColumn && dice.chance(50)
                query.columns.append(column)
            }
            if query.columns.isEmpty {
                query.columns = [.init("thingid", alias: "a_thingid", aggregate: .count)]
            }
            let engine = try TinyTables.engine(tables, utcOffset: offset)
            let found = try engine.run(query).entities.map { Self.shown($0) }
            let expected = Oracle(tables: tables, utcOffset: offset).aggregated(query)
            #expect(found.sorted() == expected.sorted(), "\(seed)")
        }
    }

    private static let aggregates: KeyValuePairs<String, [Query.Aggregate]> = [
        "size": Query.Aggregate.allCases, "price": Query.Aggregate.allCases,
        "weight": Query.Aggregate.allCases, "ratio": Query.Aggregate.allCases,
        "made": [.min, .max, .countColumn], "name": [.min, .max, .count, .countColumn],
        "personid": [.countColumn],
    ]

    private static func shown(_ entity: Entity) -> String {
        entity.attributes.map { pair in "\(pair.key)=\(Self.rounded(Cell(pair.value)))" }
            .sorted().joined(separator: "|")
    }

    static func rounded(_ cell: Cell) -> String {
        guard case .number(let number) = cell else { return cell.text }
        return String(format: "%.4f", number + 0.0)
    }
}

extension Oracle {
    func aggregated(_ query: Query) -> [String] {
        let tuples = tuples(query)
        let groupColumns = query.columns.filter(\.groupBy)
        var groups: [[String]: [Tuple]] = groupColumns.isEmpty ? [[]: []] : [:]
        for tuple in tuples {
            groups[groupColumns.map { group($0, tuple[""]?[$0.name]) }, default: []].append(tuple)
        }
        return groups.map { key, tuples in
            var parts = zip(groupColumns, key).map { "\($0.label)=\($1)" }
            let links = query.links.flatMap { link in link.columns.map { (link.label, $0) } }
            for (alias, column) in query.columns.map({ ("", $0) }) + links where !column.groupBy {
                let values = tuples.map { $0[alias]?[column.name] }
                parts.append("\(column.label)=\(compute(column, values))")
            }
            return parts.sorted().joined(separator: "|")
        }
    }

    private func group(_ column: Query.Column, _ value: CRMValue?) -> String {
        guard let grouping = column.dateGrouping, case .date(let time)? = value else {
            return AggregateOracleTests.rounded(Cell(value))
        }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(secondsFromGMT: utcOffset) ?? .gmt
        let date = Date(timeIntervalSince1970: Double(time.microseconds / 1_000_000))
        let parts = calendar.dateComponents([.year, .month, .day], from: date)
        let number =
            switch grouping {
            case .day: parts.day ?? 0
            case .month: parts.month ?? 0
            case .quarter: ((parts.month ?? 0) + 2) / 3
            default: parts.year ?? 0
            }
        return AggregateOracleTests.rounded(.number(Double(number)))
    }

    private func compute(_ column: Query.Column, _ values: [CRMValue?]) -> String {
        let cells = values.map { Cell($0) }.filter { $0 != .null }
        let numbers = cells.map { if case .number(let number) = $0 { number } else { 0.0 } }
        let result: Cell
        switch column.aggregate ?? .count {
        case .count: result = .number(Double(values.count))
        case .countColumn:
            result = .number(Double(column.distinct ? Set(cells).count : cells.count))
        case .min: result = cells.min { $0.isBefore($1) } ?? .null
        case .max: result = cells.max { $0.isBefore($1) } ?? .null
        case .sum: result = numbers.isEmpty ? .null : .number(numbers.reduce(0, +))
        case .avg:
            let mean = numbers.reduce(0, +) / Double(numbers.count)
            result =
                numbers.isEmpty
                ? .null : .number(column.name == "size" ? mean.rounded(.towardZero) : mean)
        }
        return AggregateOracleTests.rounded(result)
    }
}
