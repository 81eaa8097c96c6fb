/// An element with its sequence number.
struct Numbered<Item> {
    var item: Item
    /// The number; `nil` if the file has none, so that the order of the file counts.
    var number: Int?
    var place: MetadataPlace
}

extension DashboardReader {
    /// Sorts items by their numbers; reports missing and repeated numbers, once for each gap.
    mutating func inSequence<Item>(_ items: [Numbered<Item>], of node: NodeKind) -> [Item] {
        let sorted = items.enumerated().sorted { left, right in
            (left.element.number ?? left.offset + 1, left.offset)
                < (right.element.number ?? right.offset + 1, right.offset)
        }
        var expected = 1
        for (_, item) in sorted {
            guard let number = item.number else {
                expected += 1
                continue
            }
            if number != expected {
                issues.add(
                    .outOfSequence(node: node.name, sequence: number), at: item.place,
                    reason: number < expected
                        ? "duplicate <\(node.name)> number \(number)"
                        : "<\(node.name)> number \(number) follows \(expected - 1)",
                    hint: "number them from 1 without gaps")
            }
            expected = number + 1
        }
        return sorted.map(\.element.item)
    }
}
