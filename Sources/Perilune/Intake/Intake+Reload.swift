public import PeriluneCore
internal import PeriluneHTTP
public import PeriluneLua

extension Intake {
    /// Loads changed scripts again, and uses them from the next event on.
    ///
    /// It does what ``Host/reload()`` does; with ``IntakeOptions/shadow`` the new version is tried first on the
    /// last events that came in.
    @discardableResult
    public func reload() async throws(PeriluneError) -> Reload { try await reload(checks: []) }

    /// Reloads with other scripts, or with checks that may reject the new version.
    @discardableResult
    package func reload(
        _ scripts: [Script]? = nil, checks: [ReloadCheck], shadow: [[UInt8]]? = nil
    ) async throws(PeriluneError) -> Reload {
        try await attempt(ReloadRequest(scripts, checks: checks, shadow: shadow)).result.get()
    }

    /// Tries a new version; returns the result or the reason for its rejection.
    package func attempt(_ request: ReloadRequest) async -> ReloadOutcome {
        var request = request
        request.shadow = request.shadow ?? recentEvents?.all
        let outcome = await host.attempt(request)
        beginCounters()
        if outcome.isChange || request.isAsked { metrics.reloaded(outcome.word) }
        return outcome
    }

    /// The scripts in use, in the order in which they were listed.
    public var scripts: [Script] { host.scripts }

    /// The results of reloads since the start.
    public var reloads: ReloadHistory { host.reloads }

    /// Counts failures to reread something besides the scripts; a `count` of 0 creates the counter.
    package func countRereadFailures(of what: String, _ count: Int) {
        metrics.rereadFailures(what).increment(by: count)
    }

    /// Adds the active versions of scripts to `/metrics`.
    func addScriptVersions() {
        metrics.metrics.information(
            "perilune_script_info", help: "1 for each script in use, with its version."
        ) { [weak self] in
            (self?.scripts ?? []).map { script in
                [("script", script.name), ("version", (try? script.version) ?? "unknown")]
            }
        }
    }

    /// The response to `/readyz?verbose`: the active versions, and the results of reloads.
    func detail(_ request: HTTPRequest) -> HTTPResponse {
        do throws(PeriluneError) {
            try token.check(request)
            try browsers.check(request, isOpen: !token.isRequired)
        } catch {
            return .refusal(error)
        }
        let unreadiness = unreadiness
        var members: [(String, Value)] = [("ready", .bool(unreadiness == nil))]
        if let unreadiness { members.append(("error", unreadiness.asMembers(redact))) }
        members.append(
            (
                "scripts",
                .array(
                    scripts.map { script in
                        [
                            "script": .string(script.name),
                            "version": .string((try? script.version) ?? "unknown"),
                        ]
                    })
            ))
        members.append(("reloads", reloads.value(redact)))
        return .json(unreadiness == nil ? 200 : 503, members)
    }
}

extension ReloadOutcome {
    /// The outcome as a label of metrics.
    fileprivate var word: String {
        switch result {
        case .failure: "refused"
        case .success(let reload): reload.isUnchanged ? "unchanged" : "taken"
        }
    }
}

extension HTTPRequest {
    /// Whether the request asks for details: `GET /readyz?verbose`.
    var asksForDetail: Bool {
        path == "/readyz"
            && query?.split(separator: "&").contains { $0 == "verbose" || $0.hasPrefix("verbose=") }
                == true
    }
}

extension ReloadHistory {
    func value(_ redact: (String) -> String) -> Value {
        var members: Value.Members = .init([
            ("taken", .integer(Int64(taken))), ("unchanged", .integer(Int64(unchanged))),
            ("refused", .integer(Int64(refused))), ("behind", .bool(isBehind)),
        ])
        if let last {
            members["last"] = [
                "time": .string(last.time.description), "changed": .string(last.description),
            ]
        }
        if let lastFailure {
            members["lastFailure"] = [
                "time": .string(lastFailure.time.description),
                "error": lastFailure.error.asMembers(redact),
            ]
        }
        return .object(members)
    }
}

extension PeriluneError {
    /// The message and place of an error, with the name of the file but neither its folder nor its text.
    fileprivate func asMembers(_ redact: (String) -> String) -> Value {
        let file = place.file?.split(separator: "/").last.map { String($0) }
        return members(file: file, redacting: redact)
    }
}
