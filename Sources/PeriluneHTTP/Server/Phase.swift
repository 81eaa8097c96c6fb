import Glibc

/// What a connection is doing; each phase has a deadline of its own.
enum Phase: UInt64 {
    case fresh
    case idle
    case head
    case body
    case answer
    case write
}

/// A phase and when it began, in one word that another thread can read whole.
struct PhaseStamp {
    let word: UInt64

    init(word: UInt64) { self.word = word }
    init(_ phase: Phase) { word = Self.now << 3 | phase.rawValue }

    var phase: Phase { Phase(rawValue: word & 7) ?? .idle }

    /// How many milliseconds ago the phase began.
    var age: UInt64 {
        let now = Self.now
        let start = word >> 3
        return now > start ? now - start : 0
    }

    /// Milliseconds, exact to the system's tick: cheap enough for several a request.
    private static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
        return UInt64(time.tv_sec) * 1000 + UInt64(time.tv_nsec) / 1_000_000
    }
}

/// The deadlines of all phases, in milliseconds.
struct PhaseLimits {
    private let limits: [UInt64]

    init(_ deadlines: HTTPServerOptions.Deadlines) {
        limits = [
            deadlines.head, deadlines.idle, deadlines.head, deadlines.body, deadlines.answer,
            deadlines.write,
        ].map { UInt64($0.milliseconds) }
    }

    func isOver(_ stamp: PhaseStamp) -> Bool { stamp.age > limits[Int(stamp.phase.rawValue)] }

    /// Often enough that a deadline is kept to a quarter, seldom enough that nobody notices.
    var microsecondsBetweenLooks: UInt32 {
        UInt32(clamping: min(500, max(5, (limits.min() ?? 0) / 4)) * 1000)
    }
}
