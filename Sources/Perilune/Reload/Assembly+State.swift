package import PeriluneCore
internal import PeriluneStore
internal import Synchronization

extension Assembly {
    /// Throws if a script could not read its saved state because that has a higher version.
    ///
    /// Finding the version may read every key of the script, so this is only done for a script that is new or has a
    /// lower version than before; without a previous assembly, for each script with a version.
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
    /// Throws if a script could not read its state in a store because that has a higher version.
    package func checkState(in store: any StateStore) throws(PeriluneError) {
        try activeVersion.withLock(\.assembly).checkState(after: nil, in: store)
    }
}
