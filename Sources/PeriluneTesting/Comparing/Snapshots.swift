internal import PeriluneCore
internal import PeriluneFiles
internal import PeriluneJSON
internal import Synchronization

/// Expected values kept in files beside the test file: `links_test_snapshots/a-link-that-moved.records.jsonl`.
final class Snapshots: Sendable {
    private let folder: String
    private let updates: Bool
    private let filesRead: FilesRead
    private let written = Mutex<[String]>([])

    init(of file: TestFile, updates: Bool, filesRead: FilesRead) {
        folder = file.stem + "_snapshots"
        self.updates = updates
        self.filesRead = filesRead
    }

    /// The paths of the files written so far.
    var writtenFiles: [String] { written.withLock(\.self) }

    /// Compares a value with its snapshot, or writes the snapshot.
    func failures(
        _ found: Value, of test: TestCase, _ part: String
    ) throws(PeriluneError) -> [Failure] {
        let path = "\(folder)/\(test.slug).\(part).jsonl"
        filesRead.note([path])
        let lines = found.elements ?? [found]
        guard TextFile.exists(path) else {
            if updates {
                try write(lines, to: path)
                return []
            }
            var failure = Failure(at: test.place(of: [.name(part)]), "there is no snapshot yet")
            failure.found = found.shown
            failure.hint = "'perilune test --update' writes \(path)"
            return [failure]
        }
        let kept = try read(path)
        let failures = differences(kept, lines, path)
        if failures.isEmpty || !updates { return failures }
        try write(lines, to: path)
        return []
    }

    private func differences(_ kept: [Value], _ found: [Value], _ path: String) -> [Failure] {
        let hint = "'perilune test --update' replaces the snapshot with the current value"
        guard kept.count == found.count else {
            var failure = Failure(
                at: .init(file: path, line: 1),
                "found \(found.count) values, the snapshot has \(kept.count)",
                expected: Value.array(kept).shown, found: Value.array(found).shown)
            failure.hint = hint
            return [failure]
        }
        var failures: [Failure] = []
        for (index, pair) in zip(kept, found).enumerated() {
            let path = PeriluneError.Place(file: path, line: index + 1)
            failures += Comparison.differences(pair.0, in: pair.1, at: [], .whole)
                .map { Failure($0, at: path) }
        }
        if !failures.isEmpty { failures[failures.count - 1].hint = hint }
        return failures
    }

    private func read(_ path: String) throws(PeriluneError) -> [Value] {
        let bytes = try TextFile.read(path, limit: 64 << 20, what: "snapshot")
        let parser = JSONParser()
        var values: [Value] = []
        for line in bytes.split(separator: 0x0A) {
            values.append(try parser.value(of: Array(line)))
        }
        return values
    }

    private func write(_ values: [Value], to path: String) throws(PeriluneError) {
        try FolderTree.make(folder)
        let output = try OutputFile(path: path)
        for value in values { try output.write(Array((value.json + "\n").utf8)) }
        try output.finish()
        written.withLock { $0.append(path) }
    }
}

extension TestCase {
    /// The name in a form that is valid in a file name.
    fileprivate var slug: String {
        var slug = ""
        for byte in name.lowercased().utf8 {
            let isPlain = (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte)
            if isPlain {
                slug.append(Character(Unicode.Scalar(byte)))
            } else if slug.last != "-", !slug.isEmpty {
                slug.append("-")
            }
        }
        slug = String(slug.prefix(60))
        while slug.last == "-" { slug.removeLast() }
        return others == 0 ? slug : "\(slug)-\(others + 1)"
    }
}
