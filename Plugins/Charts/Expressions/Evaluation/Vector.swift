/// One value for all rows, or one for each row.
enum Vector<Element: Sendable>: Sendable {
    case one(Element)
    case many([Element])

    @inline(__always)
    subscript(row: Int) -> Element {
        switch self {
        case .one(let value): value
        case .many(let values): values[row]
        }
    }

    var isOne: Bool {
        switch self {
        case .one: true
        case .many: false
        }
    }

    @inline(__always)
    func map<Result>(_ body: (Element) -> Result) -> Vector<Result> {
        switch self {
        case .one(let value): .one(body(value))
        case .many(let values): .many(values.map(body))
        }
    }

    /// Row by row with another one: a loop for each case, so that the body is inlined into plain loops.
    @inline(__always)
    func combined<Other, Result>(
        with other: Vector<Other>, _ body: (Element, Other) -> Result
    ) -> Vector<Result> {
        switch (self, other) {
        case (.one(let left), .one(let right)): return .one(body(left, right))
        case (.many(let left), .one(let right)): return .many(left.map { body($0, right) })
        case (.one(let left), .many(let right)): return .many(right.map { body(left, $0) })
        case (.many(let left), .many(let right)):
            var result: [Result] = []
            result.reserveCapacity(left.count)
            for row in left.indices { result.append(body(left[row], right[row])) }
            return .many(result)
        }
    }

    /// The values of some rows.
    func gathered(_ rows: Rows) -> Vector {
        guard case .many(let values) = self, let indices = rows.indices else { return self }
        return .many(indices.map { values[$0] })
    }

    /// Merges two vectors, each of which has values for some of the positions.
    static func merged(
        count: Int, _ first: Vector, at firstPositions: [Int], _ second: Vector,
        at secondPositions: [Int], filling value: Element
    ) -> Vector {
        var result = [Element](repeating: value, count: count)
        for (index, position) in firstPositions.enumerated() { result[position] = first[index] }
        for (index, position) in secondPositions.enumerated() { result[position] = second[index] }
        return .many(result)
    }
}

/// The rows to compute: all, or those that meet a condition.
struct Rows {
    /// `nil` for all.
    let indices: [Int]?
    let count: Int

    init(count: Int) {
        indices = nil
        self.count = count
    }

    /// Selects some of these rows, by their positions.
    init(_ positions: [Int], of rows: Rows) {
        indices = rows.indices.map { indices in positions.map { indices[$0] } } ?? positions
        count = positions.count
    }

    func row(_ position: Int) -> Int { indices.map { $0[position] } ?? position }
}
