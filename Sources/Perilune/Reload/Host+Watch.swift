public import PeriluneCore
internal import Synchronization

extension Host {
    /// Reloads whenever files of the scripts change, until the task is cancelled.
    ///
    /// Many changes in a row, such as those of a checkout, are one reload. A file that is being written is
    /// waited for.
    ///
    /// - Parameter report: Told what became of each reload that found something else.
    /// - Throws: Where the system cannot watch files.
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
        inForce.withLock(\.assembly.components).plugins
    }

    /// The files whose change may make another version.
    package var watchedFiles: [String] { scripts.flatMap(\.files) }
}
