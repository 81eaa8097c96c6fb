internal import CPeriluneActivity
import Glibc
package import PeriluneCore

/// The events in progress on the workers of a server, in a file that outlives the process.
///
/// The file is beside the store. `CPeriluneActivity.h` describes its format and who may read it when.
package final class ActivityFile: @unchecked Sendable {
    private let file: OpaquePointer
    /// One activity for each worker.
    package let workers: [WorkerActivity]

    /// Creates a new file.
    ///
    /// Call ``interrupted(at:)`` first, because the file replaces the earlier one.
    ///
    /// - Parameters:
    ///   - path: The file; `nil` keeps the activity in memory only.
    ///   - workers: The number of workers.
    /// - Throws: `store.activity` if the file cannot be written.
    package init(path: String?, workers: Int) throws(PeriluneError) {
        guard let file = cpa_open(path, Int32(workers)) else {
            let reason = systemMessage(errno)
            throw PeriluneError(
                "store.activity",
                "cannot write the file that records the events in progress: \(reason)",
                at: .init(file: path))
        }
        self.file = file
        self.workers = (0..<Int32(workers)).map { WorkerActivity(record: cpa_worker(file, $0)) }
    }

    deinit { cpa_close(file) }

    /// Records the event that is processed alone; `nil` for none.
    package func setAlone(_ event: Int64?) { cpa_set_alone(file, event ?? 0) }

    /// The events that were in progress when an earlier process ended.
    package static func interrupted(at path: String) -> [InterruptedEvent] {
        var alone: Int64 = 0
        let records = [cpa_record](unsafeUninitializedCapacity: 256) { buffer, count in
            count = Int(cpa_read(path, buffer.baseAddress, Int32(buffer.count), &alone))
        }
        return records.compactMap { record in
            record.event > 0 ? InterruptedEvent(record, alone: alone) : nil
        }
    }

    /// Removes a file, whose events were not interrupted.
    package static func remove(_ path: String) { unlink(path) }

    /// Sets the function that finds the script and the line that run on a thread, for the handler
    /// of fatal signals.
    package typealias Place =
        @convention(c) (UnsafeMutablePointer<CChar>?, Int, UnsafeMutablePointer<Int32>?) -> Bool

    /// Installs the handler that records the event, script and line of a fatal signal.
    ///
    /// The handler applies to the whole process. It calls the previous handler afterwards.
    package static func handleSignals(_ place: @escaping Place) { cpa_handle_signals(place) }
}

/// The activity of one worker.
package struct WorkerActivity: @unchecked Sendable {
    fileprivate let record: UnsafeMutablePointer<cpa_record>

    /// Records that the worker begins or resumes an event.
    package func begin(_ number: Int64?) { cpa_begin(record, number ?? -1) }

    /// Records that the event has ended or waits for an answer.
    package func end() { cpa_end(record) }

    /// The event in progress, and how many the worker has begun; `nil` while the worker is idle.
    package var current: (event: Int64?, begun: UInt64)? {
        let event = cpa_event(record)
        return event == 0 ? nil : (event > 0 ? event : nil, cpa_begun(record))
    }

    /// Aborts the process on the worker's thread.
    package func abortProcess() { cpa_abort(record) }
}
