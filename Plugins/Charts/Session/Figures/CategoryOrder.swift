/// The order of categories that the rows of a query have.
///
/// The rows of every series keep their order. If series contradict each other, categories are in the order in
/// which they first appear. Numbers and dates that ascend in every series ascend in the chart, even if one series
/// begins later than another; so do those whose rows follow no order, such as the years of single sales.
struct CategoryOrder {
    private let cells: [Cell]
    /// The category of the latest row, by series.
    private var latest: [Int: Int] = [:]
    /// The categories that directly follow each category in a series.
    private var followers: [Int: Set<Int>] = [:]
    private var ascends = true
    private var descends = true

    /// An order of categories, which are numbered as they appear.
    init(_ categories: [Cell]) { cells = categories }

    /// Adds the next row of a series.
    mutating func add(_ category: Int, of series: Int) {
        guard let before = latest.updateValue(category, forKey: series), before != category
        else { return }
        guard followers[before, default: []].insert(category).inserted else { return }
        if cells[before].precedes(cells[category]) { descends = false } else { ascends = false }
    }

    /// The numbers of the categories, in order.
    var order: [Int] {
        let all = Array(cells.indices)
        let isOrdered = cells.allSatisfy { if case .text = $0 { false } else { true } }
        if isOrdered, ascends != descends { return sorted(descending: descends) }
        return topological ?? (isOrdered ? sorted(descending: false) : all)
    }

    private func sorted(descending: Bool) -> [Int] {
        cells.indices.sorted { left, right in
            let (a, b) = descending ? (cells[right], cells[left]) : (cells[left], cells[right])
            // Null comes last in both directions.
            if cells[left] == .null || cells[right] == .null { return cells[right] == .null }
            return a.precedes(b)
        }
    }

    /// The categories in topological order: of those whose predecessors are placed, the one that appeared first comes
    /// next.
    ///
    /// `nil` if the orders of series contradict each other.
    private var topological: [Int]? {
        var waiting = Array(repeating: 0, count: cells.count)
        for category in followers.values.joined() { waiting[category] += 1 }
        // Categories without a predecessor; the first one to appear is at the end.
        var ready = cells.indices.filter { waiting[$0] == 0 }.reversed() as [Int]
        var order: [Int] = []
        while let next = ready.popLast() {
            order.append(next)
            for follower in followers[next] ?? [] {
                waiting[follower] -= 1
                guard waiting[follower] == 0 else { continue }
                let place = ready.lastIndex { $0 > follower }.map { $0 + 1 } ?? 0
                ready.insert(follower, at: place)
            }
        }
        return order.count == cells.count ? order : nil
    }
}
