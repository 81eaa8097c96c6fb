package import LuaSyntax
internal import Synchronization

/// Collects the coverage of scripts from all Lua states that run them.
package final class CoverageRecorder: Sendable {
    /// The coverage of one file.
    package struct File: Sendable {
        /// The file as the user named it.
        package let path: String
        /// The bytes of the file; if it is loaded again with other bytes, its counts begin again.
        package let source: [UInt8]
        /// Where statements, conditions and functions are, and the number of the counter of each.
        package let points: CoveragePoints
        /// How often each point was reached, by the number of the point; numbers begin at 1.
        package fileprivate(set) var counts: [UInt64]

        /// How often a point was reached.
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

    /// Creates a recorder for the files for which `wants` returns true; others are run without being counted.
    package init(wants: @escaping @Sendable (String) -> Bool = { _ in true }) {
        self.wants = wants
    }

    /// All files that were loaded, by name.
    package var files: [File] {
        content.withLock { $0.files.values.sorted { $0.path < $1.path } }
    }

    /// The source of a file with counters added; `nil` if the file does not compile.
    package func counting(_ source: [UInt8], path: String) -> [UInt8]? {
        // Both forms are a chunk that returns the chunk of the file as a function.
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

    /// Adds the counts of a Lua state.
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
