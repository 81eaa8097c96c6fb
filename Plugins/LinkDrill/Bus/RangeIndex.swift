/// Ranges with an owner each, found by a number that they contain.
///
/// The ranges are in the order of their lower bounds, as a balanced tree without pointers: the root of `low..<high` is in
/// the middle. Each node knows the largest upper bound below it, so that a search visits only branches that may contain
/// the number.
struct RangeIndex {
    private struct Node {
        var range: ClosedRange<Int64>
        var owner: Int
        var largest: Int64
    }

    private var nodes: [Node] = []

    var isEmpty: Bool { nodes.isEmpty }

    init(_ ranges: [(range: ClosedRange<Int64>, owner: Int)]) {
        nodes = ranges.sorted { $0.range.lowerBound < $1.range.lowerBound }.map {
            Node(range: $0.range, owner: $0.owner, largest: $0.range.upperBound)
        }
        _ = noteLargest(0..<nodes.count)
    }

    private mutating func noteLargest(_ part: Range<Int>) -> Int64 {
        guard !part.isEmpty else { return .min }
        let middle = part.lowerBound + part.count / 2
        let below = max(
            noteLargest(part.lowerBound..<middle), noteLargest(middle + 1..<part.upperBound))
        nodes[middle].largest = max(nodes[middle].largest, below)
        return nodes[middle].largest
    }

    /// Appends the owner of every range that contains a number.
    func find(_ number: Int64, into owners: inout [Int]) {
        find(number, 0..<nodes.count, into: &owners)
    }

    private func find(_ number: Int64, _ part: Range<Int>, into owners: inout [Int]) {
        guard !part.isEmpty else { return }
        let middle = part.lowerBound + part.count / 2
        let node = nodes[middle]
        guard number <= node.largest else { return }
        find(number, part.lowerBound..<middle, into: &owners)
        guard node.range.lowerBound <= number else { return }
        if number <= node.range.upperBound { owners.append(node.owner) }
        find(number, middle + 1..<part.upperBound, into: &owners)
    }
}
