extension SegmentTrie {
    /// The best entry that accepts the segments, or `none`.
    func best(from root: UInt32, _ segments: borrowing SegmentList) -> Int32 {
        var best = Self.none
        search(root, segments, 0, &best)
        return best
    }

    private func search(
        _ id: UInt32, _ segments: borrowing SegmentList, _ index: Int, _ best: inout Int32
    ) {
        let node = nodes[Int(id)]
        guard node.best < best else { return }
        guard index < segments.count else {
            if !segments.isCut { best = min(best, node.entry) }
            return
        }
        let segment = segments[index]
        if node.hasLiterals, segment.word != WordTable.unknown {
            let child = edges.node(from: id, .word, segment.word)
            if child != 0 { search(child, segments, index + 1, &best) }
        }
        if node.integer != 0, segment.shape >= .integer {
            search(node.integer, segments, index + 1, &best)
        }
        if node.float != 0, segment.shape >= .float {
            search(node.float, segments, index + 1, &best)
        }
        if node.digits != 0, segment.shape >= .digits {
            search(node.digits, segments, index + 1, &best)
        }
        if node.any != 0 { search(node.any, segments, index + 1, &best) }
    }
}
