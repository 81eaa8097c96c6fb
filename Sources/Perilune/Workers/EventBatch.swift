package import PeriluneCore
package import PeriluneFiles
internal import PeriluneStore

/// Lines of a log on their way to a worker.
package struct EventBatch: Sendable {
    /// The lines.
    package let chunk: Chunk
    /// The log as the user named it.
    package let log: String
    /// Which of the lines: those whose key belongs to this lane.
    package var lane: Lane
    /// Decide at most so many of the lines that are not blank.
    package var limit = Int.max
    /// Creates decoders of entries; `nil` if each line is an event.
    var decoder: DecoderMaker?
    /// Where to take the time of events without one; `nil` leaves them without a time.
    var time: EventTime?
    /// Which of the run's logs it is, from 0.
    var logNumber = 0
    /// Whether the logs have ended: the timers that are set are called, and nothing else.
    var endsLogs = false
    /// Whether the run is to stop: no further timer is called.
    var shouldStop: @Sendable () -> Bool = { false }
    /// Whether the host has made the events, which may have a reserved type.
    var isOfHost = false
    /// Whether the result must tell what came of which line, though there is one lane.
    package var tellsLines = false
    /// Whether the result tells what came of which line.
    var marksLines: Bool { tellsLines || lane.count > 1 }

    package init(chunk: Chunk, log: String, lane: Lane) {
        self.chunk = chunk
        self.log = log
        self.lane = lane
    }

    /// The same lines for another lane.
    func `in`(_ lane: Lane) -> EventBatch {
        var copy = self
        copy.lane = lane
        return copy
    }
}

/// How events are spread over workers.
package struct Lane: Hashable, Sendable {
    /// By what events are kept in order; `nil` where no delegate keeps state, so that any worker may
    /// decide any event.
    package var ordering: Delegate.Ordering?
    /// This lane, from 0.
    package var number: Int
    /// All lanes.
    package var count: Int

    /// Every event.
    package static let only = Lane(ordering: nil, number: 0, count: 1)
}

/// What a worker made of a batch.
///
/// The buffers change hands with the result: the worker has forgotten them.
package struct BatchResult: @unchecked Sendable {
    /// Emitted values, a line each.
    package var output = Segments()
    /// Records, a line each.
    package var records = Segments()
    /// What could not be processed, a line each.
    package var quarantine = Segments()
    /// The same for the store of a run, by line.
    var quarantined: [(line: Int, event: QuarantinedEvent)] = []
    /// Counts.
    package var summary = Summary()
    /// What to tell people, the first few.
    package var problems: [Problem] = []
    /// State that the events changed, where a run commits it.
    var handed: [StateHandover] = []
    /// What ends the run: the store could not be written.
    package var failure: PeriluneError?
}

/// Something that went wrong with one event.
package struct Problem: Sendable {
    /// The line, from 1.
    package let line: Int
    /// Where the line begins, bytes.
    package let offset: Int
    /// The event's id, where it has one.
    package let event: String?
    /// What went wrong.
    package let error: PeriluneError
    /// The path that the event came in by, while the host runs.
    package var path: String?
    /// The delegate that failed, by name.
    package var delegate: String?
    /// Whether the event is in quarantine for it.
    package var isQuarantined = false
    /// Events of the same batch to which exactly the same happened; only the first is told.
    package var repetitions = 0

    /// Whether another one is told no differently: the same error at the same place.
    package func isRepeated(by other: Problem) -> Bool {
        error.place == other.error.place && error.code == other.error.code
            && error.message == other.error.message
    }
}
