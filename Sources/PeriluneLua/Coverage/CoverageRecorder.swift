package import LuaSyntax
internal import Synchronization

/// Collects the coverage of scripts from all Lua states.
package final class CoverageRecorder: Sendable {
    /// The coverage of one file.
    package struct File: Sendable {
        /// The file as the user named it.
        package let path: String
        /// The bytes of the file; loading the file with other bytes resets its counts.
        package let source: [UInt8]
        /// The statements, conditions and functions of the file, each with the number of its counter.
        package let points: CoveragePoints
        /// How often each point was reached, by the number of its counter, from 1.
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

    /// Creates a recorder for the files for which `wants` returns true; other files are not counted.
    package init(wants: @escaping @Sendable (String) -> Bool = { _ in true }) {
        self.wants = wants
    }

    /// All files that were loaded, by name.
    package var files: [File] {
        content.withLock { $0.files.values.sorted { $0.path < $1.path } }
    }

    /// The source of a file with counters added; `nil` if the file does not compile.
    package func counting(_ source: [UInt8], path: String) -> [UInt8]? {
        // Both results are chunks that return the chunk of the file as a function.
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

    /// The number of counters of a file.
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
