package import PeriluneCore
package import PeriluneLua

/// What a host is to take, and what may refuse it.
package struct ReloadRequest: Sendable {
    /// Names and reads the scripts that are to decide; the default reads the files of those that do.
    package var scripts: (@Sendable () throws(PeriluneError) -> [Script])?
    /// Reads the folder plugins; without it, they stay as they are.
    package var folderPlugins: (@Sendable () throws(PeriluneError) -> [any Plugin])?
    /// Checks, one after the other.
    package var checks: [ReloadCheck]
    /// Recorded events that both versions decide; an intake takes its own where none are given.
    package var shadow: [[UInt8]]?
    /// Whether a reload was requested; otherwise a file has changed, which need not be a script.
    package var isAsked = true

    /// A request for scripts; without any the files of those that decide are read again.
    package init(
        _ scripts: [Script]? = nil, checks: [ReloadCheck] = [], shadow: [[UInt8]]? = nil
    ) {
        if let scripts { self.scripts = { scripts } }
        self.checks = checks
        self.shadow = shadow
    }
}

/// New scripts that decide nothing yet.
package struct ReloadCandidate: Sendable {
    /// All of them, in their order.
    package let scripts: [Script]
    /// Those that are new or are not what they were.
    package let changed: [Script]
    /// The plugins beside them.
    package let plugins: [any Plugin]
}

/// Looks at new scripts before they decide anything, and refuses them by throwing.
package typealias ReloadCheck = @Sendable (ReloadCandidate) async throws(PeriluneError) -> Void

/// What became of a request.
package struct ReloadOutcome: Sendable {
    /// The versions that are now active, or why the request was rejected and the previous versions stay active.
    package let result: Result<Reload, PeriluneError>
    /// Whether it says something that the one before did not: a version is refused once, however often its
    /// files are looked at.
    package let isChange: Bool
}

/// A version that was refused.
struct Refusal: Error, Hashable {
    let error: PeriluneError
    /// The versions of its scripts, by name; none where they could not be read.
    let versions: [String: String]

    init(_ error: PeriluneError, of scripts: [Script] = []) {
        self.error = error
        let versions = scripts.map { ($0.name, (try? $0.version) ?? "") }
        self.versions = Dictionary(versions) { $1 }
    }
}
