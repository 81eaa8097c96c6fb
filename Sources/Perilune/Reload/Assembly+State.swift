package import PeriluneCore
internal import PeriluneStore
internal import Synchronization

extension Assembly {
    /// Throws for a script that could not read the state that is kept for it.
    ///
    /// Looking for it may mean to look at every key: only a script that says a lower version than the one
    /// before, or that is new here, has it to fear; without a version before, each script that says a version has.
    func checkState(
        after previous: Assembly?, in store: any StateStore
    ) throws(PeriluneError) {
        guard let store = store as? any StateVersions else { return }
        var known: [String: Int64] = [:]
        for delegate in previous?.registry.delegates ?? [] {
            known[delegate.name] = delegate.stateVersion
        }
        for (part, delegate) in zip(parts, registry.delegates) {
            guard previous == nil || part.previous == nil, let script = part.script,
                let version = delegate.stateVersion, version < known[script.name] ?? .max,
                let kept = try store.newestState(of: script.name), version < kept
            else { continue }
            throw PeriluneError(
                "state.newer",
                "the saved state of \(script.name) has version \(kept), but the script has version \(version)",
                at: .init(file: script.path),
                hint:
                    "restore the newer script, or raise this one's version above \(kept) and let its migrate read state of version \(kept)"
            )
        }
    }
}

extension Host {
    /// Throws for a script that could not read the state that a store keeps for it.
    package func checkState(in store: any StateStore) throws(PeriluneError) {
        try inForce.withLock(\.assembly).checkState(after: nil, in: store)
    }
}
