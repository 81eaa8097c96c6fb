package import PeriluneJSON

/// The place of a timer among all timers of a run.
struct TimerPlace: Comparable {
    let due: Int64
    let hash: UInt64

    static func < (one: TimerPlace, other: TimerPlace) -> Bool {
        (one.due, one.hash) < (other.due, other.hash)
    }
}

/// Output bytes in the order of the input lines, although some are written late and some by other lanes.
///
/// Usually there is one buffer. An event that is suspended leaves a gap in it, which is filled from a buffer of its
/// own; lanes are merged line by line.
package struct Segments {
    /// The output of events that did not wait.
    package let main = JSONBuffer()
    /// The buffers to insert, in order.
    private var inserts: [Insert] = []
    /// The offset in `main` at which each line ends, if lanes are to be merged.
    private var ends: [End] = []

    private struct End {
        let line: Int
        /// The index among the entries that begin on this line.
        let number: Int
        /// The place of a timer among those that are called before the entry.
        let timer: TimerPlace?
        let offset: Int
        let inserts: Int

        func isBefore(_ other: End) -> Bool {
            if (line, number) != (other.line, other.number) {
                return (line, number) < (other.line, other.number)
            }
            guard let timer else { return false }
            return other.timer.map { timer < $0 } ?? true
        }
    }

    private struct Insert {
        let offset: Int
        let buffer: JSONBuffer
    }

    package init() {}

    /// Whether there are no bytes.
    package var isEmpty: Bool { main.count == 0 && inserts.allSatisfy { $0.buffer.count == 0 } }

    /// Whether all bytes are in `main`, in order.
    var isOnePiece: Bool { inserts.isEmpty }

    /// All bytes in order.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        unsafe forEach { unsafe bytes.append(contentsOf: $0) }
        return bytes
    }

    /// All bytes of the results of several lanes, in the order of the lines.
    static func merged(_ segments: [Segments]) -> [UInt8] {
        if segments.count == 1 { return segments[0].bytes }
        var bytes: [UInt8] = []
        unsafe merge(segments) { unsafe bytes.append(contentsOf: $0) }
        return bytes
    }

    /// Leaves a gap for `buffer`; offsets must not decrease.
    mutating func reserve(_ buffer: JSONBuffer, at offset: Int) {
        inserts.append(Insert(offset: offset, buffer: buffer))
    }

    /// Marks the end of a line, of one of its entries, or of a timer that is called before the entry.
    mutating func endLine(_ line: Int, _ number: Int = 0, timer: TimerPlace? = nil) {
        let last = ends.last
        if last?.offset == main.count || (last == nil && main.count == 0),
            inserts.count == last?.inserts ?? 0
        {
            return
        }
        ends.append(
            End(
                line: line, number: number, timer: timer, offset: main.count, inserts: inserts.count
            ))
    }

    /// Calls `body` with all bytes, piece by piece.
    package func forEach<Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        try unsafe forEach(from: 0, to: main.count, inserts[...], body)
    }

    private func forEach<Failure: Error>(
        from start: Int, to end: Int, _ inserts: ArraySlice<Insert>,
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        try unsafe main.withBytes { (bytes) throws(Failure) in
            var position = start
            for insert in inserts {
                if insert.offset > position {
                    try unsafe body(
                        UnsafeRawBufferPointer(rebasing: bytes[position..<insert.offset]))
                }
                position = insert.offset
                try unsafe insert.buffer.withBytes { (bytes) throws(Failure) in
                    try unsafe body(bytes)
                }
            }
            if end > position {
                try unsafe body(UnsafeRawBufferPointer(rebasing: bytes[position..<end]))
            }
        }
    }

    /// Calls `body` with the bytes of several lanes, merged in the order of the lines.
    package static func merge<Failure: Error>(
        _ lanes: [Segments], _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        try unsafe mergeLines(lanes) { (_, bytes) throws(Failure) in unsafe try body(bytes) }
    }

    /// Calls `body` with each piece and its line; a line may have several pieces.
    package static func mergeLines<Failure: Error>(
        _ lanes: [Segments], _ body: (Int, UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        assert(
            lanes.allSatisfy { $0.main.count == $0.ends.last?.offset ?? 0 },
            "bytes after the last line")
        var next = Array(repeating: 0, count: lanes.count)
        while true {
            var first: Int?
            for lane in lanes.indices where next[lane] < lanes[lane].ends.count {
                let end = lanes[lane].ends[next[lane]]
                if let other = first, !end.isBefore(lanes[other].ends[next[other]]) { continue }
                first = lane
            }
            guard let lane = first else { return }
            let ends = lanes[lane].ends
            let end = ends[next[lane]]
            let start = next[lane] == 0 ? nil : ends[next[lane] - 1]
            try unsafe lanes[lane].forEach(
                from: start?.offset ?? 0, to: end.offset,
                lanes[lane].inserts[(start?.inserts ?? 0)..<end.inserts]
            ) { (bytes) throws(Failure) in unsafe try body(end.line, bytes) }
            next[lane] += 1
        }
    }
}
