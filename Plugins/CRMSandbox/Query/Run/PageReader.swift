import CRMPlugin
import PeriluneStore

/// Gathers the rows of a page, and the keys it begins and ends with.
struct PageReader {
    let limit: Int
    /// The number of rows to read beyond the page, to find out whether there are more.
    let extra: Int
    private(set) var entities: [Entity] = []
    private(set) var first: [SQLValue] = []
    private(set) var last: [SQLValue] = []
    var hasMore = false
    private let keyPositions: [Int]
    private let decoder: RowDecoder

    init(_ compiled: CompiledQuery, limit: Int, isTop: Bool, decoder: RowDecoder) {
        self.limit = limit
        extra = isTop ? 0 : 1
        keyPositions =
            isTop || compiled.isDistinct || compiled.isAggregate
            ? [] : compiled.keys.map(\.position)
        self.decoder = decoder
        entities.reserveCapacity(min(limit, 256))
    }

    var isFull: Bool { entities.count >= limit }

    mutating func add(_ row: Statement) {
        entities.append(decoder.entity(row))
        guard !keyPositions.isEmpty else { return }
        if first.isEmpty {
            first = keyPositions.map { row.value($0) }
            last = first
        } else {
            for (index, position) in keyPositions.enumerated() { last[index] = row.value(position) }
        }
    }

    /// Adds what needs further questions, once the statement of the rows is done.
    mutating func finish() throws(CRMFault) {
        for index in entities.indices { try decoder.complete(&entities[index]) }
    }
}
