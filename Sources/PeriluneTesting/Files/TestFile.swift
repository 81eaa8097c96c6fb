package import PeriluneCore
internal import PeriluneFiles
package import PeriluneLua

/// A file with test cases: `links_test.lua`, or a script with cases of its own under `tests`.
package struct TestFile: Hashable, Sendable {
    /// The file as the user named it.
    package let path: String
    /// Whether the file is the script itself.
    package let isScript: Bool
    /// The scripts that are tested by cases that do not name any.
    package let scripts: [String]

    /// How the name of a test file ends.
    package static let suffix = "_test.lua"

    init(path: String, isScript: Bool, scripts: [String]) {
        self.path = path
        self.isScript = isScript
        self.scripts = scripts
    }

    /// A test file; its script lies beside it.
    package init(beside path: String) {
        let script = String(path.dropLast(Self.suffix.count)) + ".lua"
        self.init(path: path, isScript: false, scripts: TextFile.exists(script) ? [script] : [])
    }

    /// A script with cases inside.
    package init(inside path: String) { self.init(path: path, isScript: true, scripts: [path]) }

    /// The folder, with its slash; empty for the current one.
    package var folder: String { FilePath.folder(of: path) }

    /// The file without `.lua`: the name for `require`, and the beginning of the names of its snapshots.
    package var stem: String { String(path.dropLast(4)) }

    /// The name without folder.
    package var name: String { FilePath.name(of: path) }

    /// Finds the test files of paths.
    ///
    /// These are all files below a folder, a test file itself, and for a script its own cases and those of the test
    /// file beside it.
    package static func find(_ paths: [String]) throws(PeriluneError) -> [TestFile] {
        var found: [TestFile] = []
        var seen: Set<TestFile> = []
        for path in paths {
            let isFolder = FolderTree.isFolder(path)
            let files = isFolder ? try FolderTree.luaFiles(below: path) : [path]
            if !isFolder, !TextFile.exists(path) {
                throw PeriluneError(
                    "file.read", "no such file or folder", at: .init(file: path),
                    hint: "name a folder, a test file, or a script")
            }
            for file in files {
                for test in try self.tests(of: file, isFolder: isFolder)
                where seen.insert(test).inserted { found.append(test) }
            }
        }
        return found
    }

    /// The tests of a script that has been read: its own, and those beside it.
    package static func tests(of script: Script) -> [TestFile] {
        var tests: [TestFile] = []
        if InnerTests.arePresent(in: script.source) { tests.append(TestFile(inside: script.path)) }
        let neighbour = String(script.path.dropLast(4)) + suffix
        if script.path.hasSuffix(".lua"), TextFile.exists(neighbour) {
            tests.append(TestFile(beside: neighbour))
        }
        return tests
    }

    private static func tests(
        of path: String, isFolder: Bool
    ) throws(PeriluneError) -> [TestFile] {
        if path.hasSuffix(suffix) { return [TestFile(beside: path)] }
        var tests: [TestFile] = []
        if try InnerTests.arePresent(in: path) { tests.append(TestFile(inside: path)) }
        // In a folder the neighbour is found by itself.
        let neighbour = String(path.dropLast(4)) + suffix
        if !isFolder, TextFile.exists(neighbour) { tests.append(TestFile(beside: neighbour)) }
        return tests
    }
}
