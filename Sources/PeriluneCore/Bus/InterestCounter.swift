/// Counts the events that meet the interests of delegates, without calling the delegates.
package struct InterestCounter {
    private var table: RouteTable
    /// How many events met the interests of each delegate.
    package private(set) var counts: [Int]
    /// For each delegate, why the first event of a type that it wants did not meet its other conditions.
    package private(set) var reasons: [String?]
    private let interests: [Interests]
    private let handlers: [any DefaultHandler]

    /// Creates a counter for delegates, in this order.
    package init(_ delegates: [Delegate], in registry: Registry) throws(PeriluneError) {
        handlers = registry.defaultHandlers
        table = try RouteTable(
            delegates, handlers: handlers, dimensions: registry.dimensions, order: registry.order)
        counts = Array(repeating: 0, count: delegates.count)
        reasons = Array(repeating: nil, count: delegates.count)
        interests = delegates.map(\.interests)
    }

    /// Counts an event, and returns its parts as delegates see them; an empty list for an event with one part.
    ///
    /// An event with several parts is counted once for each delegate.
    @discardableResult
    package mutating func countMatches(of event: any EventContent) -> [any EventContent] {
        table.route(event)
        let parts = parts(of: event, table.handler)
        if parts.isEmpty { countMatches(Set(table.candidates), of: event, in: event) }
        var found: Set<Int> = []
        for part in parts { found.formUnion(table.candidates(of: part, in: event)) }
        if let first = parts.first { countMatches(found, of: first, in: event) }
        return parts
    }

    /// The delegates that are asked about an event, in order; for each of its parts if it has several.
    package mutating func asked(about event: any EventContent) -> [[Int]] {
        table.route(event)
        let parts = parts(of: event, table.handler)
        return parts.isEmpty
            ? [table.candidates] : parts.map { table.candidates(of: $0, in: event) }
    }

    private func parts(of event: any EventContent, _ handler: Int) -> [any EventContent] {
        guard handler >= 0, let parting = handlers[handler] as? any PartingHandler,
            parting.kind(of: event) == .parts, let parts = try? parting.parts(of: event)
        else { return [] }
        return (0..<parts.count).compactMap { try? event.replacing(data: parts.data(of: $0)) }
    }

    private mutating func countMatches(
        _ found: Set<Int>, of part: any EventContent, in event: any EventContent
    ) {
        for delegate in found { counts[delegate] += 1 }
        for delegate in counts.indices where counts[delegate] == 0 && reasons[delegate] == nil {
            let type = event.type
            guard interests[delegate].types.contains(where: { $0.matches(type) }) else { continue }
            reasons[delegate] = table.mismatch(of: delegate, for: part, in: event)?.reason
        }
    }
}
