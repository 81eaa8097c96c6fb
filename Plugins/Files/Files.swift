public import PeriluneCore
import PeriluneFiles

/// Log files that `serve` follows as they grow and are rotated.
///
/// Each entry becomes an event of the codec that is named, which another plugin registers before this one. Positions are
/// stored in the transaction that accepts the events.
public struct Files: Plugin {
    /// The name of the plugin.
    public let name = "files"
    /// In the order of the configuration.
    package let logs: [FollowedLogs]

    /// Makes the plugin without logs.
    public init() { logs = [] }

    package init(_ logs: [FollowedLogs]) { self.logs = logs }

    /// Registers the sources.
    ///
    /// - Throws: `codec.unknown` or `codec.option` if a codec cannot be used.
    public func register(in registry: inout Registry) throws(PeriluneError) {
        for (index, logs) in logs.enumerated() {
            do throws(PeriluneError) {
                let codec = try registry.codec(named: logs.format, logs.codec)
                try registry.add(
                    FileSource(
                        logs, codec, FormatHint(registry), after: Array(self.logs[..<index])))
            } catch {
                var error = error
                error.message = "\(logs.name): \(error.message)"
                throw error
            }
        }
    }
}

/// Files with entries of one format.
package struct FollowedLogs: Sendable {
    /// The name under which positions are stored.
    let name: String
    /// Paths, and patterns such as `/var/log/nginx/*.log`.
    let patterns: [String]
    /// The name of the codec, and its options.
    var format = "cloudevents"
    var codec: Value = .object(.init())
    /// The maximum size of an entry in bytes.
    var entryLimit = 1 << 20
    /// The maximum number of open files.
    var openLimit = 64
    /// How long a file that was renamed or removed is followed after it has grown.
    var rotationTime = Duration.seconds(60)
    /// How long the rest of a file that was removed or emptied is searched for.
    var searchTime = Duration.seconds(60)

    package init(_ patterns: [String], name: String? = nil) {
        self.patterns = patterns
        self.name = name ?? "files:" + patterns.joined(separator: ",")
    }

    /// Files beyond this number are not read.
    static let fileLimit = 10_000

    /// The error for a file that other logs have, too.
    func error(of path: String, in other: FollowedLogs) -> PeriluneError {
        PeriluneError(
            "files.twice",
            "both \(other.patterns.joined(separator: ", ")) and \(patterns.joined(separator: ", ")) match the file, which would be read twice",
            at: .init(file: path), hint: "change the patterns so that only one of them matches it")
    }

    /// For each pattern without a file, the reason.
    var warnings: [String] {
        patterns.filter { FilePath.matching($0, limit: 1).isEmpty }.map { pattern in
            let folder = FilePath.folder(of: String(pattern.prefix { !"*?[".contains($0) }))
            do throws(PeriluneError) {
                _ = try TextFile.entries(of: folder)
                return "no file matches \(pattern) yet"
            } catch {
                return "no file matches \(pattern) yet: \(folder): \(error.message)"
            }
        }
    }

    /// The files that there are, in order of their names.
    var paths: [String] {
        var seen: Set<String> = []
        return patterns.flatMap { FilePath.matching($0, limit: Self.fileLimit) }
            .filter { seen.insert($0).inserted }
    }
}
