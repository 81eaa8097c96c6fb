/// Which row of a table is which category and series.
struct Pivot {
    private(set) var categories: [BuiltFigure.Key] = []
    private(set) var series: [BuiltFigure.Key] = []
    /// For each row its place among them.
    private(set) var categoryOfRow: [Int] = []
    private(set) var seriesOfRow: [Int] = []
    /// Rows of a category and series that came before: of two the last counts.
    private(set) var repeated = 0

    /// Sorts categories by value unless the query has put them in order; series stay in the order in which
    /// they appear.
    init(category: Column, series column: Column?, rows: Int, isSorted: Bool) {
        (categories, categoryOfRow) = Self.groups(category, rows)
        if !isSorted { sort() }
        if let column {
            (series, seriesOfRow) = Self.groups(column, rows)
        } else {
            series = [BuiltFigure.Key(text: "", cell: .null)]
            seriesOfRow = Array(repeating: 0, count: rows)
        }
    }

    /// Every row is a category of its own: of a cloud of points none hides another.
    init(points category: Column, series column: Column?, rows: Int) {
        self.init(category: category, series: column, rows: rows, isSorted: true)
        categories = (0..<rows).map { row in
            let cell = category[row]
            return BuiltFigure.Key(text: cell.key, cell: cell)
        }
        categoryOfRow = Array(0..<rows)
    }

    /// Values by series and category; NaN where there is no row.
    mutating func matrix(_ values: [Double]) -> [[Double]] {
        var matrix = Array(
            repeating: Array(repeating: Double.nan, count: categories.count), count: series.count)
        var taken = Set<Int>()
        repeated = 0
        for (row, value) in values.enumerated() {
            let (series, category) = (seriesOfRow[row], categoryOfRow[row])
            if !taken.insert(series * categories.count + category).inserted { repeated += 1 }
            matrix[series][category] = value
        }
        return matrix
    }

    private static func groups(_ column: Column, _ rows: Int) -> ([BuiltFigure.Key], [Int]) {
        var places: [Cell: Int] = [:]
        var keys: [BuiltFigure.Key] = []
        var placesOfRows: [Int] = []
        placesOfRows.reserveCapacity(rows)
        for row in 0..<rows {
            let cell = column[row]
            if let place = places[cell] {
                placesOfRows.append(place)
                continue
            }
            places[cell] = keys.count
            placesOfRows.append(keys.count)
            keys.append(BuiltFigure.Key(text: cell.key, cell: cell))
        }
        return (keys, placesOfRows)
    }

    private mutating func sort() {
        let order = categories.indices.sorted {
            categories[$0].cell.precedes(categories[$1].cell)
        }
        reorder(order)
    }

    /// Puts categories in another order: by their old places.
    mutating func reorder(_ order: [Int]) {
        var place = Array(repeating: 0, count: order.count)
        for (new, old) in order.enumerated() { place[old] = new }
        categories = order.map { categories[$0] }
        categoryOfRow = categoryOfRow.map { place[$0] }
    }
}

extension Cell {
    /// Numbers before dates before texts; nothing comes last.
    func precedes(_ other: Cell) -> Bool {
        switch (self, other) {
        case (.number(let left), .number(let right)): left < right
        case (.date(let left), .date(let right)): left < right
        case (.text(let left), .text(let right)): left < right
        default: rank < other.rank
        }
    }

    private var rank: Int {
        switch self {
        case .number: 0
        case .date: 1
        case .text: 2
        case .null: 3
        }
    }
}
