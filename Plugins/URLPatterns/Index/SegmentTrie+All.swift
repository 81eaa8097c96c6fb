import PeriluneLinks

extension SegmentTrie {
    /// The level of host suffixes, after the scheme.
    static let hostLevel = 1

    /// Adds every entry that accepts the segments and the query, in no order; one may come more
    /// than once.
    func collect(
        from root: UInt32, _ url: Span<UInt8>, _ segments: borrowing SegmentList,
        parts: LinkParts, _ filter: QueryFilter, into found: inout [Int32]
    ) {
        search(root, url, segments, 0, parts, filter, &found)
    }

    private func search(
        _ id: UInt32, _ url: Span<UInt8>, _ segments: borrowing SegmentList, _ index: Int,
        _ parts: LinkParts, _ filter: QueryFilter, _ found: inout [Int32]
    ) {
        let node = nodes[Int(id)]
        if node.tail != 0 { finish(node.tail, url, parts, filter, &found) }
        guard index < segments.count else {
            if !segments.isCut { finish(id, url, parts, filter, &found) }
            return
        }
        let segment = segments[index]
        if node.hasLiterals, segment.word != WordTable.unknown {
            let child = edges.node(from: id, .word, segment.word)
            if child != 0 { search(child, url, segments, index + 1, parts, filter, &found) }
        }
        if node.hasAffixes, index > Self.hostLevel {
            searchAffixes(id, url, segments, index, parts, filter, &found)
        } else if node.hasAffixes {
            var position = segment.range.lowerBound
            let end = segment.range.upperBound
            while position < end {
                guard url.decodedByte(at: &position, before: end) == UInt8(ascii: ".") else {
                    continue
                }
                let word = words.find(position..<end, in: url, folded: true)
                guard word != WordTable.unknown else { continue }
                let child = edges.node(from: id, .hostSuffix, word)
                if child != 0 { search(child, url, segments, index + 1, parts, filter, &found) }
            }
        }
        search(node, segment.shape, url, segments, index, parts, filter, &found)
    }

    /// Follows the tests of a node that something of this shape passes.
    @inline(__always)
    private func search(
        _ node: Node, _ shape: TextShape, _ url: Span<UInt8>, _ segments: borrowing SegmentList,
        _ index: Int, _ parts: LinkParts, _ filter: QueryFilter, _ found: inout [Int32]
    ) {
        if node.integer != 0, shape >= .integer {
            search(node.integer, url, segments, index + 1, parts, filter, &found)
        }
        if node.float != 0, shape >= .float {
            search(node.float, url, segments, index + 1, parts, filter, &found)
        }
        if node.any != 0 { search(node.any, url, segments, index + 1, parts, filter, &found) }
    }

    /// Looks up each prefix of the segment that has the length of a rule's prefix, then each suffix of the rest.
    private func searchAffixes(
        _ id: UInt32, _ url: Span<UInt8>, _ segments: borrowing SegmentList, _ index: Int,
        _ parts: LinkParts, _ filter: QueryFilter, _ found: inout [Int32]
    ) {
        let range = segments[index].range
        var start = range.lowerBound
        var passed = 0
        for prefix in prefixLengths {
            while passed < prefix {
                guard start < range.upperBound else { return }
                _ = url.decodedByte(at: &start, before: range.upperBound)
                passed += 1
            }
            let word = words.find(range.lowerBound..<start, in: url)
            guard word != WordTable.unknown else { continue }
            let child = edges.node(from: id, .affix, word)
            guard child != 0 else { continue }
            var end = range.upperBound
            var dropped = 0
            for suffix in suffixLengths {
                while dropped < suffix, start < end {
                    _ = url.decodedByte(before: &end, from: start)
                    dropped += 1
                }
                guard dropped == suffix else { break }
                let word = words.find(end..<range.upperBound, in: url)
                guard word != WordTable.unknown else { continue }
                let node = edges.node(from: child, .affix, word)
                guard node != 0 else { continue }
                let shape = TextShape(strict: url, start..<end)
                search(nodes[Int(node)], shape, url, segments, index, parts, filter, &found)
            }
        }
    }

    private func finish(
        _ id: UInt32, _ url: Span<UInt8>, _ parts: LinkParts, _ filter: QueryFilter,
        _ found: inout [Int32]
    ) {
        let node = nodes[Int(id)]
        keepEntries(node, url, parts, filter, &found)
        guard node.hasQueryPairs else { return }
        var cursor = QueryCursor(parts.query?.range)
        while let parameter = cursor.next(url) {
            guard parameter.value != nil else { continue }
            let word = words.find(
                parameter.whole, in: url, plusIsSpace: parts.plusIsSpace)
            guard word != WordTable.unknown else { continue }
            let child = edges.node(from: id, .queryPair, word)
            if child != 0 { keepEntries(nodes[Int(child)], url, parts, filter, &found) }
        }
    }

    private func keepEntries(
        _ node: Node, _ url: Span<UInt8>, _ parts: LinkParts, _ filter: QueryFilter,
        _ found: inout [Int32]
    ) {
        var entry = node.entry
        while entry != Self.none {
            if filter.accepts(entry, url, parts) { found.append(entry) }
            entry = next[Int(entry)]
        }
    }
}
