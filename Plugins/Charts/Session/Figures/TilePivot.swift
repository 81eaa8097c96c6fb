/// The rows of a treemap level by category and by enclosing tile.
struct TilePivot {
    private(set) var categories: [BuiltFigure.Key] = []
    private(set) var owners: [Cell] = []
    private var placeOfRow: [Int] = []
    /// Whether the rows name the enclosing tile.
    let hasOwners: Bool

    init(_ category: Column, owner: Column?, rows: Int) {
        hasOwners = owner != nil
        struct Place: Hashable { var category: Cell, owner: Cell }
        var places: [Place: Int] = [:]
        for row in 0..<rows {
            let place = Place(category: category[row], owner: owner?[row] ?? .null)
            if let known = places[place] {
                placeOfRow.append(known)
                continue
            }
            places[place] = categories.count
            placeOfRow.append(categories.count)
            categories.append(
                BuiltFigure.Key(text: place.category.key, cell: place.category))
            owners.append(place.owner)
        }
    }

    /// Combines the rows of each tile: as declared, else by their sum.
    func values(_ rows: ValueRows) -> Pivot.Matrix {
        Pivot(categories: categories, categoryOfRow: placeOfRow).matrix(rows)
    }
}
