public import PeriluneCore
public import PeriluneLua
internal import Synchronization

extension Host {
    /// Loads changed scripts again, and uses them from the next event on.
    ///
    /// Events that wait for an answer end with the version that they began with. Scripts that have not
    /// changed, and whose files have not, keep their Lua state.
    ///
    /// - Returns: What changed; nothing if no file has changed.
    /// - Throws: Why the new version is refused. The current one stays active.
    @discardableResult
    public func reload() async throws(PeriluneError) -> Reload {
        try await reload(checks: [])
    }

    /// Replaces the scripts.
    ///
    /// - Parameter scripts: The scripts in the order in which they are asked. Among plugins and delegates in Swift, the
    ///   first one takes the position of the first one before, and so on; additional ones follow the last one.
    /// - Returns: What changed.
    /// - Throws: Why the new version is refused. The current one stays active.
    @discardableResult
    public func reload(_ scripts: [Script]) async throws(PeriluneError) -> Reload {
        try await reload(scripts, checks: [])
    }

    /// Reloads with checks that may reject the new version, and with recorded events that both versions process.
    ///
    /// Without scripts, the files of the current ones are read again.
    @discardableResult
    package func reload(
        _ scripts: [Script]? = nil, checks: [ReloadCheck], shadow: [[UInt8]] = []
    ) async throws(PeriluneError) -> Reload {
        try await attempt(ReloadRequest(scripts, checks: checks, shadow: shadow)).result.get()
    }

    /// Tries a new version; returns the result or the reason for its rejection.
    package func attempt(_ request: ReloadRequest) async -> ReloadOutcome {
        do throws(Refusal) {
            return updateHistory(try await reloader().reload(self, request), request)
        } catch {
            return updateHistory(error, request)
        }
    }

    /// The results of reloads since the start.
    public var reloads: ReloadHistory { activeVersion.withLock(\.history) }

    func reloader() throws(Refusal) -> Reloader {
        do throws(PeriluneError) {
            return try activeVersion.withLock { (activeVersion) throws(PeriluneError) in
                if let reloader = activeVersion.reloader { return reloader }
                let reloader = try Reloader(patience: options.patience)
                activeVersion.reloader = reloader
                return reloader
            }
        } catch {
            throw Refusal(error)
        }
    }

    private func updateHistory(_ reload: Reload, _ request: ReloadRequest) -> ReloadOutcome {
        activeVersion.withLock { activeVersion in
            var reload = reload
            if reload.isUnchanged {
                reload.isBack = activeVersion.history.isBehind
                // Counts only requested reloads: unrelated files in a watched folder change often.
                if request.isAsked { activeVersion.history.unchanged += 1 }
            } else {
                activeVersion.history.taken += 1
                activeVersion.history.last = reload
                for change in reload.changes {
                    activeVersion.history.since[change.script] = reload.time
                }
            }
            activeVersion.history.isBehind = false
            activeVersion.refusal = nil
            return ReloadOutcome(
                result: .success(reload), isChange: !reload.isUnchanged || reload.isBack)
        }
    }

    private func updateHistory(_ refusal: Refusal, _ request: ReloadRequest) -> ReloadOutcome {
        activeVersion.withLock { activeVersion in
            let isChange = activeVersion.refusal != refusal
            if isChange || request.isAsked {
                activeVersion.history.refused += 1
                activeVersion.history.lastFailure = (.now, refusal.error)
            }
            activeVersion.history.isBehind = true
            activeVersion.refusal = refusal
            return ReloadOutcome(result: .failure(refusal.error), isChange: isChange)
        }
    }
}
