package import PeriluneCore
package import PeriluneStore

extension Intake {
    /// Deletes the state of a script, or of one key of it.
    package func dropState(
        of script: String, key: String?
    ) async throws(PeriluneError) -> StateCounts {
        try await changeStore { (store) throws(PeriluneError) in
            try store.commit { (transaction) throws(PeriluneError) in
                try transaction.stateContents.removeState(ofScript: script, key: key)
            }
        }
    }

    /// Writes values of state in one transaction.
    package func saveState(
        _ rows: [StateContents.Row]
    ) async throws(PeriluneError) -> StateCounts {
        try await changeStore { (store) throws(PeriluneError) in
            try store.commit { (transaction) throws(PeriluneError) in
                try transaction.stateContents.save { (write) throws(PeriluneError) in
                    for row in rows { try write(row) }
                }
            }
        }
    }

    /// Erases what the store has about a subject, except for accepted events, which are processed.
    package func erase(subject: String) async throws(PeriluneError) -> SubjectCounts {
        try await changeStore { (store) throws(PeriluneError) in
            try store.erase(subject: subject, keepingInbox: true)
        }
    }

    /// Changes the store while no event is in progress; afterwards, workers read their state from it again.
    private func changeStore<Counts: Sendable>(
        _ change: @escaping @Sendable (EventStore) throws(PeriluneError) -> Counts
    ) async throws(PeriluneError) -> Counts {
        guard let store, let committer else {
            throw PeriluneError("store.missing", "this server has no store, so it keeps no state")
        }
        let host = host
        let reloader: Reloader
        do throws(Refusal) { reloader = try host.reloader() } catch { throw error.error }
        let counts = try await reloader.pause(host) {
            () async throws(PeriluneError) -> Counts in
            // Changes of the last events may not have been written yet.
            try await committer.flush()
            let counts = try change(store)
            for worker in host.workers { try await worker.rereadState() }
            return counts
        }
        if let counts { return counts }
        throw PeriluneError(
            "state.busy",
            "the store was not changed: after \(host.options.patience) some events still wait for effects",
            hint:
                "try again when they have finished; perilune_inflight_events in /metrics counts them"
        )
    }
}
