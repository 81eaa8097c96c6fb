import Arguments
import Perilune
import PeriluneCore
import PeriluneFiles
import PeriluneLua
import Synchronization

/// The scripts of a running command, as its options, the configuration and folders currently name them.
final class RunningScripts: Sendable {
    private struct Reading {
        var values: Values
        /// The scripts that were read last, even if they were rejected.
        var scripts: [Script] = []
        /// The needs for a restart that were reported.
        var reported: Set<RestartNeed> = []
    }

    private let command: Command
    private let start: Project?
    private let reading: Mutex<Reading>

    init(_ values: Values, _ command: Command) {
        self.command = command
        start = values.project
        reading = Mutex(Reading(values: values))
    }

    /// The options, with the current configuration for the others.
    var values: Values { reading.withLock(\.values) }

    /// Reads the configuration and the scripts.
    func read() throws(PeriluneError) -> [Script] {
        var values = values
        if let project = values.project { values.defaults = try project.reloaded() }
        reading.withLock { $0.values = values }
        let scripts = try ScriptOptions.scripts(values)
        reading.withLock { $0.scripts = scripts }
        return scripts
    }

    /// A reload request for the current scripts, on the condition that their tests pass.
    func request(_ host: Host, asked: Bool) -> ReloadRequest {
        var request = ReloadRequest()
        request.isAsked = asked
        request.scripts = { [self] () throws(PeriluneError) in try read() }
        let check: ReloadCheck = { [self] next throws(PeriluneError) in
            // The current configuration may disable tests.
            try await VersionTests.run(
                next.changed, beside: next.scripts, values, host, plugins: next.plugins)
        }
        request.checks = [check]
        return request
    }

    /// The changes of the configuration since the start that need a restart.
    ///
    /// - Returns: Those that were not returned before.
    func restartNeeds() -> [RestartNeed] {
        reading.withLock { reading in
            guard let start, let now = reading.values.project else { return [] }
            let needs = RestartNeed.between(start, now, reading.values, command)
            defer { reading.reported = Set(needs) }
            return needs.filter { !reading.reported.contains($0) }
        }
    }

    /// Files and folders whose changes may make a new version, besides the files of the active scripts.
    var watched: [String] {
        let (values, scripts) = reading.withLock { ($0.values, $0.scripts) }
        var paths = scripts.flatMap(\.files)
        if let configuration = values.project?.configuration {
            paths.append(configuration.file)
            paths += configuration.entries.map {
                FilePath.join(configuration.folder, $0.path)
            }
        }
        paths += values.isGiven("script") ? values.strings("script") : []
        return paths.map { path in
            // A new file in the folder of a pattern may match it.
            path.contains("*") || path.contains("?") ? FolderTree.parent(of: path) : path
        }
    }
}
