import CRMPlugin
import Foundation
import PeriluneCore

@testable import CRMSandboxPlugin

/// The answers to queries by nested loops over dictionaries: slow, and plain enough to be believed.
struct Oracle {
    let tables: [String: [Row]]
    let utcOffset: Int

    typealias Tuple = [String: Row]

    func entity(_ name: String) -> EntityDefinition { TinyTables.schema.entity(name)! }

    /// All combinations of rows that the query's links and filters leave.
    func tuples(_ query: Query) -> [Tuple] {
        var tuples = (tables[query.entity] ?? []).map { ["": $0] }
        for link in query.links { tuples = join(tuples, link, "", query.entity) }
        return tuples.filter { holds(query.filters, "", query.entity, $0) }
    }

    private func join(
        _ tuples: [Tuple], _ link: Query.Link, _ parent: String, _ parentEntity: String
    ) -> [Tuple] {
        var joined: [Tuple] = []
        for tuple in tuples {
            switch link.kind {
            case .exists, .in:
                if !related(link, parent, tuple, filtered: true).isEmpty { joined.append(tuple) }
            case .matchFirstRow:
                let id = entity(link.entity).primaryIdAttribute
                var first: Row?
                for row in related(link, parent, tuple, filtered: true) {
                    if first == nil || Cell(row[id]).text < Cell(first![id]).text { first = row }
                }
                guard let first else { continue }
                var results = [tuple.merging([link.alias!: first]) { $1 }]
                for var nested in link.links {
                    if nested.kind == .inner { nested.kind = .matchFirstRow }
                    results = join(results, nested, link.alias!, link.entity)
                }
                joined += results
            default:
                var own = link
                own.links = []
                var results = related(own, parent, tuple, filtered: true).map {
                    tuple.merging([link.alias!: $0]) { $1 }
                }
                if results.isEmpty, link.kind == .outer { results = [tuple] }
                for nested in link.links {
                    results = join(results, nested, link.alias!, link.entity)
                }
                joined += results
            }
        }
        return joined
    }

    /// The rows behind a link that have what the link asks.
    private func related(
        _ link: Query.Link, _ parent: String, _ tuple: Tuple, filtered: Bool
    ) -> [Row] {
        let key = Cell(tuple[parent]?[link.to!])
        if key == .null { return [] }
        return (tables[link.entity] ?? []).filter { row in
            guard Cell(row[link.from!]) == key else { return false }
            guard filtered else { return true }
            var inner = [tuple.merging([link.alias!: row]) { $1 }]
            guard holds(link.filters, link.alias!, link.entity, inner[0]) else { return false }
            for nested in link.links { inner = join(inner, nested, link.alias!, link.entity) }
            return !inner.isEmpty
        }
    }

    private func holds(
        _ filters: [Query.Filter], _ alias: String, _ name: String, _ tuple: Tuple
    ) -> Bool {
        filters.allSatisfy { holds($0, alias, name, tuple) ?? true }
    }

    private func holds(
        _ filter: Query.Filter, _ alias: String, _ name: String, _ tuple: Tuple
    ) -> Bool? {
        var parts = filter.conditions.map { condition in
            let other = condition.entityName ?? alias
            return ConditionOracle(oracle: self, tuple: tuple, alias: other, entityName: name)
                .holds(condition)
        }
        parts += filter.filters.compactMap { holds($0, alias, name, tuple) }
        parts += filter.links.map { link in
            let all = related(link, alias, tuple, filtered: false)
            let matching = related(link, alias, tuple, filtered: true)
            switch link.kind {
            case .notAny: return matching.isEmpty
            case .all: return !all.isEmpty && matching.isEmpty
            default: return !matching.isEmpty
            }
        }
        if parts.isEmpty { return nil }
        return filter.isOr ? parts.contains(true) : parts.allSatisfy { $0 }
    }
}

/// A value as it is compared.
enum Cell: Hashable {
    case null
    case number(Double)
    case text(String)
    case id(String)

    init(_ value: CRMValue?) {
        switch value {
        case nil, .null?: self = .null
        case .string(let text)?: self = .text(text.lowercased())
        case .guid(let id)?: self = .id(id.description)
        case .reference(let reference)?: self = .id(reference.id.description)
        case .options(let options)?:
            self = .text(options.map(\.value).sorted().map(String.init).joined(separator: ","))
        case .aliased(let aliased)?: self = Cell(aliased.value)
        case .bool(let flag)?: self = .number(flag ? 1 : 0)
        case .date(let time)?: self = .number(Double(time.microseconds / 1_000_000))
        case let value?: self = .number(Double(value.fetchText ?? "") ?? .nan)
        }
    }

    var text: String {
        switch self {
        case .null: ""
        case .number(let number): "\(number)"
        case .text(let text), .id(let text): text
        }
    }

    /// Nulls first.
    func isBefore(_ other: Cell) -> Bool {
        switch (self, other) {
        case (.null, .null): false
        case (.null, _): true
        case (_, .null): false
        case (.number(let one), .number(let two)): one < two
        default:
            Array(text.unicodeScalars).lexicographicallyPrecedes(Array(other.text.unicodeScalars))
        }
    }
}
