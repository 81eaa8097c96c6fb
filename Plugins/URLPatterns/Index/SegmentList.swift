import PeriluneLinks

/// The segments of a URL for the index: their ranges, words and shapes.
///
/// The first ones are on the stack, so that a normal lookup allocates nothing.
struct SegmentList {
    struct Segment: Sendable {
        var start: Int32 = 0
        var end: Int32 = 0
        /// The number of the word, `WordTable.unknown` where no pattern contains it.
        var word = WordTable.unknown
        var shape = TextShape.text

        var range: Range<Int> { Int(start)..<Int(end) }
    }

    private static let nearCapacity = 10
    private var near = InlineArray<10, Segment>(repeating: Segment())
    private var far: [Segment] = []
    private(set) var count = 0
    /// Whether the URL has more segments than the list.
    private(set) var isCut = false

    subscript(index: Int) -> Segment {
        index < Self.nearCapacity ? near[index] : far[index - Self.nearCapacity]
    }

    mutating func append(_ segment: Segment) {
        if count < Self.nearCapacity { near[count] = segment } else { far.append(segment) }
        count += 1
    }

    /// Adds a part of a URL that has no shape: scheme or host, compared without case.
    mutating func append(folded range: Range<Int>?, of url: Span<UInt8>, _ words: WordTable) {
        append(Segment(folded: range, of: url, words))
    }

    /// Adds the host (if requested) and path components, up to `limit` entries in the list.
    mutating func append(
        componentsOf parts: LinkParts, in url: Span<UInt8>, withHost: Bool, limit: Int,
        matching: URLPattern.Matching, words: WordTable
    ) {
        var components = ComponentCursor(parts, in: url, withHost: withHost)
        while let range = components.next(url, matching) {
            guard count < limit else {
                isCut = true
                return
            }
            let shape: TextShape
            switch matching {
            case .compatible: shape = TextShape(compatible: url, range)
            case .strict: shape = TextShape(strict: url, range)
            }
            append(
                Segment(
                    start: Int32(range.lowerBound), end: Int32(range.upperBound),
                    word: words.find(range, in: url), shape: shape))
        }
    }
}

extension SegmentList.Segment {
    /// A part of a URL that has no shape: scheme or host, compared without case.
    init(folded range: Range<Int>?, of url: Span<UInt8>, _ words: WordTable) {
        guard let range else {
            self.init()
            return
        }
        self.init(
            start: Int32(range.lowerBound), end: Int32(range.upperBound),
            word: words.find(range, in: url, folded: true))
    }
}

/// Walks over the components of a URL: host first, then the path, empty ones left out.
struct ComponentCursor {
    private var host: Range<Int>?
    private var position: Int
    private let end: Int

    init(_ parts: LinkParts, in url: Span<UInt8>, withHost: Bool) {
        host = withHost ? parts.comparedHost(url) : nil
        position = Int(parts.path.lower)
        end = Int(parts.path.upper)
    }

    mutating func next(_ url: Span<UInt8>, _ matching: URLPattern.Matching) -> Range<Int>? {
        while let range = following(url) {
            // The original dropped components that decode to a slash together with the slashes
            // that its platform lists as components.
            if matching == .compatible, url.decoded(range, equals: "/".utf8) { continue }
            return range
        }
        return nil
    }

    private mutating func following(_ url: Span<UInt8>) -> Range<Int>? {
        if let range = host {
            host = nil
            return range
        }
        while position < end, url[position] == UInt8(ascii: "/") { position += 1 }
        guard position < end else { return nil }
        let start = position
        while position < end, url[position] != UInt8(ascii: "/") { position += 1 }
        return start..<position
    }
}
