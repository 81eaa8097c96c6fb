import Arguments
import Perilune
import PeriluneCore
import PeriluneFiles
import PeriluneLua
import Synchronization

/// The scripts of a command that runs for long, as its options, the configuration and folders name them now.
final class RunningScripts: Sendable {
    private struct Reading {
        var values: Values
        /// The scripts that were read last, whether they were taken or not.
        var scripts: [Script] = []
        /// What was said to need a restart.
        var told: Set<RestartNeed> = []
    }

    private let command: Command
    private let start: Project?
    private let reading: Mutex<Reading>

    init(_ values: Values, _ command: Command) {
        self.command = command
        start = values.project
        reading = Mutex(Reading(values: values))
    }

    /// The options, with what the configuration says now behind them.
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

    /// What a host is asked for: what is named now, if its tests pass.
    func request(_ host: Host, asked: Bool) -> ReloadRequest {
        var request = ReloadRequest()
        request.isAsked = asked
        request.scripts = { [self] () throws(PeriluneError) in try read() }
        let check: ReloadCheck = { [self] next throws(PeriluneError) in
            // By now the configuration is read that may leave tests out.
            try await VersionTests.run(
                next.changed, beside: next.scripts, values, host, plugins: next.plugins)
        }
        request.checks = [check]
        return request
    }

    /// What the configuration says otherwise than at the start, and what only a start takes.
    ///
    /// - Returns: What was not said before.
    func restartNeeds() -> [RestartNeed] {
        reading.withLock { reading in
            guard let start, let now = reading.values.project else { return [] }
            let needs = RestartNeed.between(start, now, reading.values, command)
            defer { reading.told = Set(needs) }
            return needs.filter { !reading.told.contains($0) }
        }
    }

    /// Files and folders whose change may make another version, besides those of the scripts in force.
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
            // Whatever comes into the folder of a pattern may match it.
            path.contains("*") || path.contains("?") ? FolderTree.parent(of: path) : path
        }
    }
}
