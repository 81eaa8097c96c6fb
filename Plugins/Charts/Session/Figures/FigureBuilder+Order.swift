extension FigureBuilder {
    /// The order of categories set in the metadata, by their indices; `nil` for that of the rows.
    func order(of pivot: Pivot, _ cells: [[Double]], _ sort: CategorySort) -> [Int]? {
        guard sort != CategorySort() else { return nil }
        var order = Array(pivot.categories.indices)
        if sort.by == .value {
            let sums = order.map { category in
                cells.reduce(0) { $0 + ($1[category].isNaN ? 0 : $1[category]) }
            }
            order = Self.sorted(order, by: sums, isAscending: !sort.isDescending)
        } else {
            order = sort.sorted(pivot.categories)
        }
        return order
    }

    /// Sorts categories by a value, given by its title or that of a series; `nil` if there is no such title.
    func order(
        of pivot: Pivot, _ values: [Plot.Values], _ sort: ItemState.Sort
    ) -> [Int]? {
        let column: [Double]
        if let value = values.first(where: { $0.title == sort.column }) {
            column = pivot.categories.indices.map { category in
                value.cells.reduce(0) { $0 + ($1[category].isNaN ? 0 : $1[category]) }
            }
        } else if let series = pivot.series.firstIndex(where: { $0.text == sort.column }) {
            column = values[0].cells[series]
        } else {
            return nil
        }
        return Self.sorted(
            Array(pivot.categories.indices), by: column, isAscending: sort.isAscending)
    }

    private static func sorted(_ order: [Int], by column: [Double], isAscending: Bool) -> [Int] {
        order.sorted { left, right in
            let (a, b) = (column[left], column[right])
            if a.isNaN || b.isNaN { return !a.isNaN && b.isNaN }
            if a == b { return left < right }
            return isAscending ? a < b : a > b
        }
    }
}

extension CategorySort {
    /// The new order of the categories by their indices, unless they are sorted by value; equal ones keep their
    /// order.
    func sorted(_ keys: [BuiltFigure.Key]) -> [Int] {
        let places = Dictionary(
            list.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        var order = keys.indices.sorted { left, right in
            let (a, b) = isDescending && by != .data ? (right, left) : (left, right)
            switch by {
            case .name where keys[left].cell != keys[right].cell:
                if keys[left].cell == .null || keys[right].cell == .null {
                    return keys[right].cell == .null
                }
                return keys[a].cell.precedes(keys[b].cell)
            case .natural where keys[left].text != keys[right].text:
                return NaturalOrder.precedes(keys[a].text, keys[b].text)
            default: return left < right
            }
        }
        if by == .data, isDescending { order.reverse() }
        guard !list.isEmpty else { return order }
        let listed = order.filter { places[keys[$0].text] != nil }
            .sorted { (places[keys[$0].text] ?? 0) < (places[keys[$1].text] ?? 0) }
        return listed + order.filter { places[keys[$0].text] == nil }
    }
}
