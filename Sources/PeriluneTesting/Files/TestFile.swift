package import PeriluneCore
internal import PeriluneFiles
package import PeriluneLua

/// A file with test cases: `links_test.lua`, or a script with cases of its own under `tests`.
package struct TestFile: Hashable, Sendable {
    /// The file as the user named it.
    package let path: String
    /// Whether the file is the script itself.
    package let isScript: Bool
    /// The scripts under test in cases that do not name any.
    package let scripts: [String]

    /// The suffix of test files.
    package static let suffix = "_test.lua"

    init(path: String, isScript: Bool, scripts: [String]) {
        self.path = path
        self.isScript = isScript
        self.scripts = scripts
    }

    /// Creates a test file for the script beside it.
    package init(beside path: String) {
        let script = String(path.dropLast(Self.suffix.count)) + ".lua"
        self.init(path: path, isScript: false, scripts: TextFile.exists(script) ? [script] : [])
    }

    /// Creates a test file from a script with cases of its own.
    package init(inside path: String) { self.init(path: path, isScript: true, scripts: [path]) }

    /// The folder of the file with a trailing slash; empty for the current one.
    package var folder: String { FilePath.folder(of: path) }

    /// The path without `.lua`: the module name for `require`, and the prefix of the snapshot folder.
    package var stem: String { String(path.dropLast(4)) }

    /// The file name without its folder.
    package var name: String { FilePath.name(of: path) }

    /// Finds the test files of paths.
    ///
    /// For a folder these are all test files in it, for a test file the file itself, and for a script its own cases
    /// and the test file beside it.
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

    /// The tests of a loaded script: its own, and those in the test file beside it.
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
        // In a folder, the test file beside a script is found separately.
        let neighbour = String(path.dropLast(4)) + suffix
        if !isFolder, TextFile.exists(neighbour) { tests.append(TestFile(beside: neighbour)) }
        return tests
    }
}
