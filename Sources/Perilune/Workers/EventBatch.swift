package import PeriluneCore
package import PeriluneFiles
internal import PeriluneStore

/// Lines of a log for a worker.
package struct EventBatch: Sendable {
    /// The lines.
    package let chunk: Chunk
    /// The log as the user named it.
    package let log: String
    /// Which of the lines the worker processes: those whose key belongs to this lane.
    package var lane: Lane
    /// The maximum number of lines to process, without blank ones.
    package var limit = Int.max
    /// Creates decoders of entries; `nil` if each line is an event.
    var decoder: DecoderMaker?
    /// Where to take the time of events without one; `nil` leaves them without a time.
    var time: EventTime?
    /// The index of the log in the run.
    var logNumber = 0
    /// Whether the logs have ended: the timers that are set are called, and there are no lines.
    var endsLogs = false
    /// Whether the run is to stop: no further timer is called.
    var shouldStop: @Sendable () -> Bool = { false }
    /// Whether the host itself created the events, which may then have a reserved type.
    var isOfHost = false
    /// Whether to mark lines in the result even if there is only one lane.
    package var tellsLines = false
    /// Whether the result tells which output belongs to which line.
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

/// The share of a worker when events are distributed by key.
package struct Lane: Hashable, Sendable {
    /// The ordering key; `nil` if no delegate keeps state, so that any worker may process any event.
    package var ordering: Delegate.Ordering?
    /// The index of this lane.
    package var number: Int
    /// The number of lanes.
    package var count: Int

    /// The single lane with all events.
    package static let only = Lane(ordering: nil, number: 0, count: 1)
}

/// The result of a batch.
///
/// The worker does not use the buffers any more after passing on the result.
package struct BatchResult: @unchecked Sendable {
    /// Emitted values, one per line.
    package var output = Segments()
    /// Records, one per line.
    package var records = Segments()
    /// Events that could not be processed, one per line.
    package var quarantine = Segments()
    /// The same events for the store of a run, with their lines.
    var quarantined: [(line: Int, event: QuarantinedEvent)] = []
    /// Counts.
    package var summary = Summary()
    /// The first few problems, for the user.
    package var problems: [Problem] = []
    /// Changes of state, if a run commits them.
    var handed: [StateHandover] = []
    /// The error that ends the run: the store could not be written.
    package var failure: PeriluneError?
}

/// An error of one event.
package struct Problem: Sendable {
    /// The line, from 1.
    package let line: Int
    /// The offset of the line in bytes.
    package let offset: Int
    /// The event's id, if it has one.
    package let event: String?
    /// The error.
    package let error: PeriluneError
    /// The path on which the event was received, in a running host.
    package var path: String?
    /// The delegate that failed, by name.
    package var delegate: String?
    /// Whether the event was quarantined because of it.
    package var isQuarantined = false
    /// The number of events of the same batch with the same error; only the first is reported.
    package var repetitions = 0

    /// Whether another problem has the same error at the same place.
    package func isRepeated(by other: Problem) -> Bool {
        error.place == other.error.place && error.code == other.error.code
            && error.message == other.error.message
    }
}
