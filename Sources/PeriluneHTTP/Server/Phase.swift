import Glibc

/// What a connection is doing; each phase has a deadline of its own.
enum Phase: UInt64 {
    case fresh
    case idle
    case head
    case body
    case answer
    case write
    /// The last answer is sent. Bytes of the client are read and ignored, so that it receives the
    /// answer.
    case closing
}

/// A phase and when it began, in one word that another thread can read whole.
struct PhaseStamp {
    let word: UInt64

    init(word: UInt64) { self.word = word }
    init(_ phase: Phase) { word = Self.now << 3 | phase.rawValue }

    var phase: Phase { Phase(rawValue: word & 7) ?? .idle }

    /// The head phase of a connection's first request, which began with the connection.
    var head: Self { Self(word: word & ~7 | Phase.head.rawValue) }

    /// How many milliseconds ago the phase began.
    var age: UInt64 {
        let now = Self.now
        let start = word >> 3
        return now > start ? now - start : 0
    }

    /// Milliseconds with the precision of the system's tick, because this is called several times for each request.
    private static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
        return UInt64(time.tv_sec) * 1000 + UInt64(time.tv_nsec) / 1_000_000
    }

    /// The order in which connections are replaced: those that never sent a request first, those in
    /// the middle of a body or an answer last; within a group, those that have waited longest
    /// first.
    struct Rank: Comparable {
        private let group: Int
        private let start: UInt64

        fileprivate init(group: Int, start: UInt64) {
            self.group = group
            self.start = start
        }

        static func < (one: Self, other: Self) -> Bool {
            (one.group, one.start) < (other.group, other.start)
        }
    }

    /// `nil` if the request is being processed.
    func rank(hasServed: Bool) -> Rank? {
        switch phase {
        case .fresh, .head, .idle, .closing: Rank(group: hasServed ? 1 : 0, start: word >> 3)
        case .body, .write: Rank(group: 2, start: word >> 3)
        case .answer: nil
        }
    }
}

/// The deadlines of all phases, in milliseconds.
struct PhaseLimits {
    private let limits: [UInt64]
    /// Minimum bytes per second of a body; 0 for no minimum.
    private let rate: UInt64

    /// Time for a client to read the last answer.
    private static let closing: UInt64 = 2000

    init(_ deadlines: HTTPServerOptions.Deadlines) {
        limits =
            [
                deadlines.head, deadlines.idle, deadlines.head, deadlines.body, deadlines.answer,
                deadlines.write,
            ].map { UInt64($0.milliseconds) } + [Self.closing]
        rate = UInt64(deadlines.bodyRate)
    }

    /// Whether a phase has exceeded its timeout; a body has more time for each byte received.
    func isOver(_ stamp: PhaseStamp, received: Int) -> Bool {
        var limit = limits[Int(stamp.phase.rawValue)]
        if stamp.phase == .body, rate > 0 { limit += UInt64(received) * 1000 / rate }
        return stamp.age > limit
    }

    /// The interval between checks: a quarter of the shortest deadline, within bounds.
    var microsecondsBetweenLooks: UInt32 {
        UInt32(clamping: min(500, max(5, (limits.min() ?? 0) / 4)) * 1000)
    }
}
