/// The category and the series of each row of a table.
struct Pivot {
    private(set) var categories: [BuiltFigure.Key] = []
    var series: [BuiltFigure.Key] = []
    /// The index of the category of each row.
    private(set) var categoryOfRow: [Int] = []
    var seriesOfRow: [Int] = []

    /// Categories and series in the order in which they appear, if the query has sorted its rows; else
    /// categories in the order that the rows of each series have.
    init(category: Column, series column: Column?, rows: Int, isSorted: Bool) {
        let (categories, categoryOfRow) = Self.groups(category, rows)
        self.init(categories: categories, categoryOfRow: categoryOfRow)
        if let column { (series, seriesOfRow) = Self.groups(column, rows) }
        guard !isSorted else { return }
        var order = CategoryOrder(categories.map(\.cell))
        for row in 0..<rows { order.add(categoryOfRow[row], of: seriesOfRow[row]) }
        reorder(order.order)
    }

    /// Each row is a category, so that no point of a scatter chart hides another.
    init(points category: Column, series column: Column?, rows: Int) {
        self.init(
            categories: (0..<rows).map { row in
                BuiltFigure.Key(category, row: row)
            }, categoryOfRow: Array(0..<rows))
        if let column { (series, seriesOfRow) = Self.groups(column, rows) }
    }

    /// Categories that are known, and those of the rows.
    init(categories: [BuiltFigure.Key], categoryOfRow: [Int]) {
        self.categories = categories
        self.categoryOfRow = categoryOfRow
        series = [BuiltFigure.Key(text: "", cell: .null)]
        seriesOfRow = Array(repeating: 0, count: categoryOfRow.count)
    }

    /// Categories that are known, those of the rows, and series in the order in which they appear.
    init(categories: [BuiltFigure.Key], categoryOfRow: [Int], series column: Column?) {
        self.init(categories: categories, categoryOfRow: categoryOfRow)
        if let column { (series, seriesOfRow) = Self.groups(column, categoryOfRow.count) }
    }

    static func groups(_ column: Column, _ rows: Int) -> ([BuiltFigure.Key], [Int]) {
        struct Value: Hashable { var cell: Cell, instant: Int64? }
        var places: [Value: Int] = [:]
        var keys: [BuiltFigure.Key] = []
        var placesOfRows: [Int] = []
        placesOfRows.reserveCapacity(rows)
        for row in 0..<rows {
            let value = Value(cell: column[row], instant: column.instants?[row])
            if let place = places[value] {
                placesOfRows.append(place)
                continue
            }
            places[value] = keys.count
            placesOfRows.append(keys.count)
            keys.append(BuiltFigure.Key(column, row: row))
        }
        return (keys, placesOfRows)
    }

    /// Changes the order of the categories, given by their old indices.
    mutating func reorder(_ order: [Int]) {
        var place = Array(repeating: 0, count: order.count)
        for (new, old) in order.enumerated() { place[old] = new }
        categories = order.map { categories[$0] }
        categoryOfRow = categoryOfRow.map { place[$0] }
    }

    /// Adds categories that no row has, unless they are there.
    mutating func append(_ names: [String]) {
        for name in names where !categories.contains(where: { $0.text == name }) {
            categories.append(BuiltFigure.Key(text: name, cell: .text(name)))
        }
    }

    /// Combines all categories after the first `count` into one.
    mutating func combine(after count: Int, as name: String) {
        guard categories.count > count + 1 else { return }
        let text = "\(name) (\(categories.count - count))"
        categories = Array(categories.prefix(count))
        categories.append(BuiltFigure.Key(text: text, cell: .text(text)))
        categoryOfRow = categoryOfRow.map { min($0, count) }
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
