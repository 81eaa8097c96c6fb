import PeriluneCore
import PeriluneHTTP

/// A proposed version, with the state of loading it.
struct Candidate: Sendable {
    let version: RuleVersion
    var result: Result<MemberVersion, PeriluneError>?

    /// The description for the other members and `cluster deploy`.
    var json: Value {
        let error: Value =
            if case .failure(let error)? = result {
                .string(String(Redaction.redact("\(error)").prefix(1000)))
            } else { .null }
        let order: Value =
            if case .success(let version)? = result, let order = version.order {
                .string(order)
            } else { .null }
        return [
            "version": .integer(Int64(version.number)), "loaded": .bool(result != nil),
            "error": error, "order": order,
        ]
    }
}

extension ClusterMember {
    private static let look: Duration = .milliseconds(500)
    /// The time after which a version that could not be loaded is tried again.
    private static let patience: Duration = .seconds(10)

    /// Loads proposed versions, and switches to the activated one, until the task is cancelled.
    func followVersions() async {
        var versions: DeployedVersions?
        var retry = ContinuousClock.now
        var hasFailed = false
        while !Task.isCancelled {
            do throws(PeriluneError) {
                let known: DeployedVersions
                if let versions {
                    known = versions
                } else {
                    let cluster = cluster
                    known = try await onOwnThread { () throws(PeriluneError) in
                        try DeployedVersions(cluster)
                    }
                    versions = known
                }
                let (proposed, active) = try await onOwnThread { () throws(PeriluneError) in
                    (try known.proposed(), try known.active())
                }
                hasFailed = false
                if let proposed, proposed.version.number > candidate?.version.number ?? 0,
                    proposed.version.number > current.version.number,
                    proposed.version.number > active?.version.number ?? 0
                {
                    await consider(proposed, known)
                }
                if let active, active.version.number > current.version.number, .now >= retry {
                    if await !activate(active, known) { retry = .now + Self.patience }
                }
            } catch {
                versions = nil
                if !hasFailed { current.setup.report(error, "versions") }
                hasFailed = true
            }
            try? await Task.sleep(for: Self.look)
        }
    }

    /// Loads a proposed version.
    private func consider(_ entry: DeployedVersions.Entry, _ versions: DeployedVersions) async {
        discardCandidate()
        candidate = Candidate(version: entry.version)
        let result = await loaded(entry, versions)
        candidate?.result = result
        switch result {
        case .success: note("loaded version \(entry.version) of the rules")
        case .failure(let error): current.setup.report(error, "version \(entry.version)")
        }
    }

    /// Switches to an activated version; returns whether it could be loaded.
    private func activate(
        _ entry: DeployedVersions.Entry, _ versions: DeployedVersions
    ) async -> Bool {
        let result: Result<MemberVersion, PeriluneError>
        if let candidate, candidate.version == entry.version, case .success? = candidate.result,
            let known = candidate.result
        {
            result = known
            self.candidate = nil
        } else {
            result = await loaded(entry, versions)
        }
        switch result {
        case .success(let version):
            current = version
            version.use()
            note("using version \(entry.version) of the rules")
            return true
        case .failure(let error):
            current.setup.report(error, "version \(entry.version)")
            return false
        }
    }

    private func loaded(
        _ entry: DeployedVersions.Entry, _ versions: DeployedVersions
    ) async -> Result<MemberVersion, PeriluneError> {
        do throws(PeriluneError) {
            let bundle = try await onOwnThread { () throws(PeriluneError) in
                try versions.bundle(of: entry)
            }
            let loaded = try await load(entry.version, bundle)
            do throws(PeriluneError) {
                try loaded.checkOrder(after: current.order)
            } catch {
                loaded.discard()
                throw error
            }
            return .success(loaded)
        } catch {
            return .failure(error)
        }
    }

    private func discardCandidate() {
        if case .success(let version)? = candidate?.result { version.discard() }
        candidate = nil
    }
}
