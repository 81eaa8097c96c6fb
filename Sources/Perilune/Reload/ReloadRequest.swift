package import PeriluneCore
package import PeriluneLua

/// A request for a new version, with the checks that may reject it.
package struct ReloadRequest: Sendable {
    /// Finds and reads the new scripts; by default, the files of the active scripts are read again.
    package var scripts: (@Sendable () throws(PeriluneError) -> [Script])?
    /// Reads the folder plugins; without it, they stay as they are.
    package var folderPlugins: (@Sendable () throws(PeriluneError) -> [any Plugin])?
    /// Checks, which run one after the other.
    package var checks: [ReloadCheck]
    /// Recorded events that both versions process; by default, an intake uses its most recent events.
    package var shadow: [[UInt8]]?
    /// Whether a reload was requested; otherwise a file has changed, which need not be a script.
    package var isAsked = true

    /// A request for scripts; without any, the files of the active scripts are read again.
    package init(
        _ scripts: [Script]? = nil, checks: [ReloadCheck] = [], shadow: [[UInt8]]? = nil
    ) {
        if let scripts { self.scripts = { scripts } }
        self.checks = checks
        self.shadow = shadow
    }
}

/// New scripts that are not active yet.
package struct ReloadCandidate: Sendable {
    /// All scripts, in order.
    package let scripts: [Script]
    /// The scripts that are new or have changed.
    package let changed: [Script]
    /// The plugins that are used with them.
    package let plugins: [any Plugin]
}

/// Checks new scripts before they become active, and rejects them by throwing.
package typealias ReloadCheck = @Sendable (ReloadCandidate) async throws(PeriluneError) -> Void

/// The result of a request.
package struct ReloadOutcome: Sendable {
    /// The versions that are now active, or why the request was rejected and the previous versions stay active.
    package let result: Result<Reload, PeriluneError>
    /// Whether the outcome differs from the previous one: a version is reported as rejected only once.
    package let isChange: Bool
}

/// A version that was rejected.
struct Refusal: Error, Hashable {
    let error: PeriluneError
    /// The versions of its scripts, by name; empty if they could not be read.
    let versions: [String: String]

    init(_ error: PeriluneError, of scripts: [Script] = []) {
        self.error = error
        let versions = scripts.map { ($0.name, (try? $0.version) ?? "") }
        self.versions = Dictionary(versions) { $1 }
    }
}
