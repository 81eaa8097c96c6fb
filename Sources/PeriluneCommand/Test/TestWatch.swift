import Arguments
import Glibc
import PeriluneCore
import PeriluneFiles
import PeriluneTesting

/// `perilune test --watch`: runs again what a change can have an effect on, until it is stopped.
struct TestWatch {
    let paths: [String]
    let run: (_ files: [TestFile], _ isFirst: Bool) async throws -> Void

    /// Never returns but by an error of the terminal.
    func watch() async throws {
        try await run(try TestFile.find(paths), true)
        var seen = stamps()
        while true {
            try await Task.sleep(for: .milliseconds(250))
            let now = stamps()
            if now == seen { continue }
            // An editor writes in several steps.
            try await Task.sleep(for: .milliseconds(50))
            let settled = stamps()
            let changed = Set(settled.filter { seen[$0.key] != $0.value }.keys)
                .union(Set(seen.keys).subtracting(settled.keys))
            seen = settled
            do {
                let files = try TestFile.find(paths.filter { TextFile.exists($0) })
                try await run(affected(files, by: changed), false)
            } catch let error as PeriluneError where error.code == "file.read" {
                // Between two steps of an editor a file may be away.
                continue
            }
        }
    }

    /// A test file is about itself and its scripts; whatever else changed may be about all.
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
