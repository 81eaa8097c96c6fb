import Arguments
import Glibc
import PeriluneCore
import PeriluneFiles
import PeriluneTesting

/// `perilune test --watch`: runs the tests that a change may affect again, until it is stopped.
struct TestWatch {
    let paths: [String]
    let run: (_ files: [TestFile], _ isFirst: Bool) async throws -> Void

    /// Runs forever; throws only for an error of the terminal.
    func watch() async throws {
        try await run(try TestFile.find(paths), true)
        var seen = stamps()
        while true {
            try await Task.sleep(for: .milliseconds(250))
            let now = stamps()
            if now == seen { continue }
            // Editors write a file in several steps.
            try await Task.sleep(for: .milliseconds(50))
            let settled = stamps()
            let changed = Set(settled.filter { seen[$0.key] != $0.value }.keys)
                .union(Set(seen.keys).subtracting(settled.keys))
            seen = settled
            do {
                let files = try TestFile.find(paths.filter { TextFile.exists($0) })
                try await run(affected(files, by: changed), false)
            } catch let error as PeriluneError where error.code == "file.read" {
                // The file may be missing between two steps of an editor.
                continue
            }
        }
    }

    /// The tests that changes affect: for a test file or its scripts, that file; for any other file, all tests.
    func affected(_ files: [TestFile], by changed: Set<String>) -> [TestFile] {
        let known = Set(files.flatMap { $0.scripts + [$0.path] })
        guard changed.isSubset(of: known) else { return files }
        return files.filter { changed.contains($0.path) || !changed.isDisjoint(with: $0.scripts) }
    }

    private func stamps() -> [String: FileStamp] {
        var stamps: [String: FileStamp] = [:]
        for path in paths {
            let folder = FolderTree.isFolder(path) ? path : FolderTree.parent(of: path)
            for file in (try? FolderTree.files(below: folder)) ?? []
            where !file.path.contains("_snapshots/") { stamps[file.path] = file.stamp }
        }
        return stamps
    }
}
