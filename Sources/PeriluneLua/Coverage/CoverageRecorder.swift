package import LuaSyntax
internal import Synchronization

/// Gathers what scripts have run, from every state that ran them.
package final class CoverageRecorder: Sendable {
    /// What is known of one file.
    package struct File: Sendable {
        /// The file as the user named it.
        package let path: String
        package let source: [UInt8]
        package let points: CoveragePoints
        /// By the numbers of the points, from 1; the first is never used.
        package fileprivate(set) var counts: [UInt64]

        /// How often something was run.
        package func count(_ counter: Int) -> UInt64 {
            counts.indices.contains(counter) ? counts[counter] : 0
        }
    }

    private struct Content {
        var files: [String: File] = [:]
        var rewritten: [String: [UInt8]] = [:]
    }

    private let content = Mutex(Content())
    private let wants: @Sendable (String) -> Bool

    /// Files that `wants` says no to are run, and not counted.
    package init(wants: @escaping @Sendable (String) -> Bool = { _ in true }) {
        self.wants = wants
    }

    /// All files that were loaded, by name.
    package var files: [File] {
        content.withLock { $0.files.values.sorted { $0.path < $1.path } }
    }

    /// The source that counts, in place of a file's own; `nil` for a file that does not compile.
    package func counting(_ source: [UInt8], path: String) -> [UInt8]? {
        // The chunk is called for its chunk, whether it counts or not.
        guard wants(path) else {
            return Array("return function(...) ".utf8) + source + Array("\nend".utf8)
        }
        return content.withLock { content in
            if let file = content.files[path], file.source == source {
                return content.rewritten[path]
            }
            guard let script = try? CountingScript(source) else { return nil }
            content.files[path] = File(
                path: path, source: source, points: script.points,
                counts: Array(repeating: 0, count: script.points.counters + 1))
            content.rewritten[path] = script.source
            return script.source
        }
    }

    /// How many counters a file has.
    func counters(of path: String) -> Int {
        content.withLock { $0.files[path]?.points.counters ?? 0 }
    }

    /// Adds what a state has counted.
    func add(_ counts: [UInt64], path: String) {
        content.withLock { content in
            guard var file = content.files[path] else { return }
            for (index, count) in counts.enumerated() where index + 1 < file.counts.count {
                file.counts[index + 1] &+= count
            }
            content.files[path] = file
        }
    }
}
