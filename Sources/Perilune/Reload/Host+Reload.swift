public import PeriluneCore
public import PeriluneLua
internal import Synchronization

extension Host {
    /// Reads the files of the scripts again, and lets those that have changed decide from the next event on.
    ///
    /// Events that wait for an answer end with the version that they began with. Scripts that have not
    /// changed, and whose files have not, keep their Lua state.
    ///
    /// - Returns: What changed; nothing where all files are what they were.
    /// - Throws: Why the new version is refused. The one before goes on as if nothing had been asked.
    @discardableResult
    public func reload() async throws(PeriluneError) -> Reload {
        try await reload(checks: [])
    }

    /// Puts other scripts in the place of those before.
    ///
    /// - Parameter scripts: In the order in which they are asked. The first one takes the place of the first one
    ///   before among plugins and delegates in Swift, and so on; those that are more follow the last one.
    /// - Returns: What changed.
    /// - Throws: Why the new version is refused. The one before goes on as if nothing had been asked.
    @discardableResult
    public func reload(_ scripts: [Script]) async throws(PeriluneError) -> Reload {
        try await reload(scripts, checks: [])
    }

    /// The same, with checks that may refuse the new version, and with recorded events that both decide.
    ///
    /// Without scripts the files of those before are read again.
    @discardableResult
    package func reload(
        _ scripts: [Script]? = nil, checks: [ReloadCheck], shadow: [[UInt8]] = []
    ) async throws(PeriluneError) -> Reload {
        do throws(PeriluneError) {
            let reload = try await reloader().reload(
                self,
                { [self] () throws(PeriluneError) in
                    if let scripts { return scripts }
                    var fresh: [Script] = []
                    for script in self.scripts { fresh.append(try script.reread()) }
                    return fresh
                }, checks: checks, shadow: shadow)
            note(reload)
            return reload
        } catch {
            inForce.withLock { inForce in
                inForce.history.refused += 1
                inForce.history.lastFailure = (.now, error)
                inForce.history.isBehind = true
            }
            throw error
        }
    }

    /// What became of reloads since the start.
    public var reloads: ReloadHistory { inForce.withLock(\.history) }

    private func reloader() throws(PeriluneError) -> Reloader {
        try inForce.withLock { (inForce) throws(PeriluneError) in
            if let reloader = inForce.reloader { return reloader }
            let reloader = try Reloader(patience: options.patience)
            inForce.reloader = reloader
            return reloader
        }
    }

    private func note(_ reload: Reload) {
        inForce.withLock { inForce in
            inForce.history.isBehind = false
            if reload.isUnchanged {
                inForce.history.unchanged += 1
            } else {
                inForce.history.taken += 1
                inForce.history.last = reload
                for change in reload.changes {
                    inForce.history.since[change.script] = reload.time
                }
            }
        }
    }
}
