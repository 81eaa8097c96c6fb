package import PeriluneDrawing

/// The rectangles of a treemap: groups with a header each, and leaves.
package struct TreemapTiles: Sendable {
    package private(set) var groups: [Group] = []
    package private(set) var leaves: [Leaf] = []
    private let headerHeight: Double

    /// A tile with others in it.
    package struct Group: Sendable, Hashable {
        /// With its header, and without the gap to its neighbours.
        package var rect: Rect
        /// The name of the category.
        package var label: String
        /// The place of its name; `nil` if there is no room for one.
        package var header: Rect?
        /// The depth in the tree; 0 for a root.
        package var depth: Int
    }

    /// A tile that is painted as a whole.
    package struct Leaf: Sendable, Hashable {
        /// The painted area, without the gap to its neighbours.
        package var rect: Rect
        /// Counted through all leaves, also those without area, in the order of the data.
        package var index: Int
        /// The number of its root.
        package var root: Int
        /// The name of the category.
        package var label: String
        /// The number behind its area.
        package var size: Double
        /// The number behind its colour; NaN if there is none.
        package var color: Double
    }

    /// Deeper levels are drawn as one tile.
    private static let deepest = 6

    package init(_ roots: [Treemap.Tile], in rect: Rect, headerHeight: Double) {
        self.headerHeight = headerHeight
        var next = 0
        let places = Squarified.tiles(roots.map(Self.size), in: rect)
        for (root, (tile, place)) in zip(roots, places).enumerated() {
            add(tile, in: place, root: root, depth: 0, next: &next)
        }
    }

    /// The size of a tile: its own, or the sum of its parts.
    package static func size(_ tile: Treemap.Tile) -> Double {
        if tile.size > 0, tile.size.isFinite { return tile.size }
        guard tile.size.isNaN || tile.size == 0 else { return 0 }
        return tile.children.reduce(0) { $0 + min(size($1), .greatestFiniteMagnitude / 1e6) }
    }

    /// Tiles that have no area because they are below zero.
    package static func negatives(_ tiles: [Treemap.Tile]) -> Int {
        tiles.reduce(0) { $0 + ($1.size < 0 ? 1 : 0) + negatives($1.children) }
    }

    private mutating func add(
        _ tile: Treemap.Tile, in place: Rect, root: Int, depth: Int, next: inout Int
    ) {
        let sizes = tile.children.map(Self.size)
        guard depth < Self.deepest, sizes.contains(where: { $0 > 0 }) else {
            let index = next
            next += max(1, Self.leafCount(tile))
            guard place.width > 0, place.height > 0 else { return }
            let gap = min(place.width, place.height) > 4 ? 1.0 : 0
            leaves.append(
                Leaf(
                    rect: place.snapped.inset(right: gap, bottom: gap), index: index, root: root,
                    label: tile.label, size: tile.size, color: tile.color))
            return
        }
        let whole = place.snapped
        // The gap around groups is wider than between leaves, and there is none in small areas.
        let gap = min(whole.width, whole.height) > 24 ? (depth == 0 ? 3.0 : 2.0) : 0
        let inner = whole.inset(right: gap, bottom: gap)
        let hasHeader = inner.height >= headerHeight * 2.5 && inner.width >= headerHeight * 2
        groups.append(
            Group(
                rect: inner, label: tile.label,
                header: hasHeader
                    ? Rect(inner.x, inner.y, inner.width, headerHeight) : nil, depth: depth))
        // The last leaf drops its own gap if the group has one.
        let body = inner.inset(top: hasHeader ? headerHeight + 1 : 0)
        let area = gap > 0 ? body.inset(right: -1, bottom: -1) : body
        for (child, place) in zip(tile.children, Squarified.tiles(sizes, in: area)) {
            add(child, in: place, root: root, depth: depth + 1, next: &next)
        }
    }

    private static func leafCount(_ tile: Treemap.Tile) -> Int {
        tile.children.isEmpty ? 1 : tile.children.reduce(0) { $0 + leafCount($1) }
    }
}
