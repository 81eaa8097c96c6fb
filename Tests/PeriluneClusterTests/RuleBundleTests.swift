import Foundation
import PeriluneCore
import Testing

@testable import PeriluneCluster

struct RuleBundleTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(
            at: folder.appending(path: "rules/lookups"), withIntermediateDirectories: true)
        try write("return {}", "rules/perilune.lua")
        try write("a,b\n1,2\n", "rules/lookups/table.csv")
    }

    private func write(_ text: String, _ name: String) throws {
        try Data(text.utf8).write(to: folder.appending(path: name))
    }

    private func read(_ name: String) throws -> String {
        try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }

    private func bundle() throws -> RuleBundle {
        try RuleBundle(folder: folder.appending(path: "rules").path)
    }

    @Test func aFolderComesOutAsItWentIn() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try write("secret", "rules/.env")
        let target = folder.appending(path: "there")
        try write("old", "there")
        try bundle().unpack(into: target.path)
        #expect(try read("there/perilune.lua") == "return {}")
        #expect(try read("there/lookups/table.csv") == "a,b\n1,2\n")
        #expect(!FileManager.default.fileExists(atPath: target.appending(path: ".env").path))
    }

    @Test func theHashFollowsFromNamesAndContents() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let first = try bundle().hash
        #expect(try bundle().hash == first)
        try write("return { }", "rules/perilune.lua")
        let second = try bundle().hash
        #expect(second != first)
        try FileManager.default.moveItem(
            at: folder.appending(path: "rules/lookups/table.csv"),
            to: folder.appending(path: "rules/lookups/other.csv"))
        #expect(try bundle().hash != second)
    }

    @Test func aFolderWithoutConfigurationIsRefused() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.removeItem(at: folder.appending(path: "rules/perilune.lua"))
        #expect(throws: PeriluneError.self) { try bundle() }
    }

    @Test(arguments: [
        "../out", "/out", "a//b", "a/../../out", "", ".", "../\u{301}out",
        "/\u{301}out", "a/..\u{2F}\u{301}/../../out", String(repeating: "a/", count: 20) + "a",
    ])
    func aPathOutsideOfTheFolderIsRefused(path: String) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let head = #"{"format":1,"files":[{"path":"\#(path)","size":1}]}"#
        let bundle = try RuleBundle(Array((head + "\nx").utf8))
        let error = #expect(throws: PeriluneError.self) {
            try bundle.unpack(into: folder.appending(path: "there").path)
        }
        #expect(error?.message == "the bundle is damaged")
    }

    @Test func aFileMayBeAsDeepAsFoldersAreRead() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let target = folder.appending(path: "there").path
        for (depth, isDamaged) in [(16, false), (17, true)] {
            let path = String(repeating: "a/", count: depth) + "a"
            let head = #"{"format":1,"files":[{"path":"\#(path)","size":1}]}"#
            let bundle = try RuleBundle(Array((head + "\nx").utf8))
            if isDamaged {
                #expect(throws: PeriluneError.self) { try bundle.unpack(into: target) }
            } else {
                try bundle.unpack(into: target)
                #expect(try read("there/" + path) == "x")
            }
        }
    }

    /// What a link leads to is not in the folder.
    @Test(arguments: [("leak.csv", "/etc/passwd"), ("sub", "/etc/apt"), ("lookups/loop", "..")])
    func aSymbolicLinkIsRefusedAndNamed(_ name: String, _ target: String) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let link = folder.appending(path: "rules/\(name)").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
        let error = #expect(throws: PeriluneError.self) { try bundle() }
        #expect(error?.message == "a bundle cannot contain symbolic links")
        #expect(error?.place.file == link)
    }

    @Test func theFolderItselfMayBeALink() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let link = folder.appending(path: "current").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "rules")
        #expect(try RuleBundle(folder: link).hash == bundle().hash)
    }

    @Test func aBundleOfTooManyFilesIsNotUnpacked() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = (0...10_000).map { #"{"path":"\#($0)","size":0}"# }.joined(separator: ",")
        let bundle = try RuleBundle(Array(#"{"format":1,"files":[\#(files)]}\#n"#.utf8))
        let error = #expect(throws: PeriluneError.self) {
            try bundle.unpack(into: folder.appending(path: "there").path)
        }
        #expect(error?.message == "the bundle has 10001 files, more than 10000")
    }

    /// The path is outside of the folder, so that no file is written.
    @Test func aBundleMayHaveTenThousandFiles() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = #"{"path":"../out","size":0}"#
        let files = Array(repeating: file, count: 10_000).joined(separator: ",")
        let bundle = try RuleBundle(Array(#"{"format":1,"files":[\#(files)]}\#n"#.utf8))
        let error = #expect(throws: PeriluneError.self) {
            try bundle.unpack(into: folder.appending(path: "there").path)
        }
        #expect(error?.message == "the bundle is damaged")
    }

    @Test func aNewerFormatIsNamed() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let bundle = try RuleBundle(Array("{\"format\":2,\"files\":[]}\n".utf8))
        let error = #expect(throws: PeriluneError.self) {
            try bundle.unpack(into: folder.appending(path: "there").path)
        }
        #expect(error?.hint == "upgrade Perilune on all members of the cluster")
    }
}

struct RuleVersionTests {
    @Test func theHeaderOfACommitNamesTheVersion() {
        let version = RuleVersion(number: 12, hash: "0123456789abcdef0123456789abcdef")
        #expect(version.text == "12 0123456789abcdef")
        #expect(RuleVersion.number(version.text) == 12)
        #expect(RuleVersion.number(RuleVersion.local.text) == 0)
        #expect(RuleVersion.number(nil) == 0)
    }
}
