public import PeriluneCore
internal import Synchronization

extension Host {
    /// Reloads whenever files of the scripts change, until the task is cancelled.
    ///
    /// Several changes in a row, such as those of a checkout, cause one reload. The host waits until a file that is
    /// being written is complete.
    ///
    /// - Parameter report: Called with the result of each reload that found a change.
    /// - Throws: An error if the system cannot watch files.
    public func reloadWhenChanged(
        _ report: @escaping @Sendable (Result<Reload, PeriluneError>) -> Void
    ) async throws(PeriluneError) {
        let watcher = try ScriptWatcher { [weak self] in self?.watchedFiles ?? [] }
        for await _ in watcher.changes {
            if Task.isCancelled { return }
            var request = ReloadRequest()
            request.isAsked = false
            let outcome = await attempt(request)
            if outcome.isChange { report(outcome.result) }
            watcher.refresh()
        }
    }

    /// The plugins.
    package var plugins: [any Plugin] {
        activeVersion.withLock(\.assembly.components).plugins
    }

    /// The files whose changes cause a reload.
    package var watchedFiles: [String] { scripts.flatMap(\.files) }
}
