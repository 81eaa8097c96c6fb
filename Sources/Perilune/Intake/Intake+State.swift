package import PeriluneCore
package import PeriluneStore

extension Intake {
    /// Deletes the state of a script, or of one key of it.
    package func dropState(
        of script: String, key: String?
    ) async throws(PeriluneError) -> StateCounts {
        try await changeState { (state) throws(PeriluneError) in
            try state.drop(script: script, key: key)
        }
    }

    /// Writes values of state, all or none of them.
    package func saveState(
        _ rows: [StateContents.Row]
    ) async throws(PeriluneError) -> StateCounts {
        try await changeState { (state) throws(PeriluneError) in
            try state.save { (write) throws(PeriluneError) in
                for row in rows { try write(row) }
            }
        }
    }

    /// Changes state while no event is in progress; workers read it from the store again afterwards.
    private func changeState(
        _ change: @escaping @Sendable (StateContents) throws(PeriluneError) -> StateCounts
    ) async throws(PeriluneError) -> StateCounts {
        guard let store, let committer else {
            throw PeriluneError("store.missing", "this server has no store, so it keeps no state")
        }
        let host = host
        let reloader: Reloader
        do throws(Refusal) { reloader = try host.reloader() } catch { throw error.error }
        let counts = try await reloader.pause(host) {
            () async throws(PeriluneError) -> StateCounts in
            // What the last events changed may be on its way to the store.
            try await committer.flush()
            let counts = try store.commit { (transaction) throws(PeriluneError) in
                try change(transaction.stateContents)
            }
            for worker in host.workers { try await worker.rereadState() }
            return counts
        }
        if let counts { return counts }
        throw PeriluneError(
            "state.busy",
            "the state was not changed: after \(host.options.patience) some events still wait for effects",
            hint:
                "try again when they have finished; perilune_inflight_events in /metrics counts them"
        )
    }
}
