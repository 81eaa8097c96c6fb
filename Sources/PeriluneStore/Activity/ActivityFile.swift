internal import CPeriluneActivity
import Glibc
package import PeriluneCore

/// What the workers of a server are doing, in a file beside its store that outlives the process.
///
/// How it is kept, and who may read it when, is in `CPeriluneActivity.h`.
package final class ActivityFile: @unchecked Sendable {
    private let file: OpaquePointer
    /// One for each worker.
    package let workers: [WorkerActivity]

    /// Begins a new file; ``interrupted(at:)`` has to be asked first.
    ///
    /// - Parameters:
    ///   - path: The file; `nil` keeps the activity in memory only.
    ///   - workers: How many workers there are.
    /// - Throws: Why the file can't be written.
    package init(path: String?, workers: Int) throws(PeriluneError) {
        guard let file = cpa_open(path, Int32(workers)) else {
            let reason = systemMessage(errno)
            throw PeriluneError(
                "store.activity",
                "can't write the file that records the events in progress: \(reason)",
                at: .init(file: path))
        }
        self.file = file
        self.workers = (0..<Int32(workers)).map { WorkerActivity(record: cpa_worker(file, $0)) }
    }

    deinit { cpa_close(file) }

    /// Notes the event that is processed while no other is; `nil` for none.
    package func setAlone(_ event: Int64?) { cpa_set_alone(file, event ?? 0) }

    /// The events that the workers of an earlier process were at when it ended.
    package static func interrupted(at path: String) -> [InterruptedEvent] {
        var alone: Int64 = 0
        let records = [cpa_record](unsafeUninitializedCapacity: 256) { buffer, count in
            count = Int(cpa_read(path, buffer.baseAddress, Int32(buffer.count), &alone))
        }
        return records.compactMap { record in
            record.event > 0 ? InterruptedEvent(record, alone: alone) : nil
        }
    }

    /// Finds the script and the line that run on a thread, for the handler of a fatal signal.
    package typealias Place =
        @convention(c) (UnsafeMutablePointer<CChar>?, Int, UnsafeMutablePointer<Int32>?) -> Bool

    /// Notes from now on what a fatal signal of this process hits.
    ///
    /// For the process as a whole. What was done about such a signal before is done afterwards.
    package static func handleSignals(_ place: @escaping Place) { cpa_handle_signals(place) }
}

/// What one worker is doing.
package struct WorkerActivity: @unchecked Sendable {
    fileprivate let record: UnsafeMutablePointer<cpa_record>

    /// The worker begins an event, or goes on with one.
    package func begin(_ number: Int64?) { cpa_begin(record, number ?? -1) }

    /// The event has ended, or waits for an answer.
    package func end() { cpa_end(record) }

    /// The event that is in hand, and how many the worker has begun; `nil` while it is idle.
    package var current: (event: Int64?, begun: UInt64)? {
        let event = cpa_event(record)
        return event == 0 ? nil : (event > 0 ? event : nil, cpa_begun(record))
    }

    /// Ends the process, with the worker's thread as the one that failed.
    package func abortProcess() { cpa_abort(record) }
}
