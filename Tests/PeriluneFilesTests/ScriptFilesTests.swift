import Foundation
import PeriluneCore
import Testing

@testable import PeriluneFiles

struct ScriptFilesTests {
    private let folder: TemporaryFolder
    private var root: String { String(folder.path("a.lua").dropLast("/a.lua".count)) }

    init() throws {
        folder = try TemporaryFolder()
        for name in ["b.lua", "a.lua", "a_test.lua", "notes.txt", ".hidden.lua"] {
            _ = try folder.write([], name)
        }
    }

    @Test func aFileStandsForItself() throws {
        #expect(try ScriptFiles.expand([folder.path("a_test.lua")]) == [folder.path("a_test.lua")])
    }

    @Test func aFolderStandsForItsScriptsInAlphabeticalOrderWithoutTests() throws {
        #expect(try ScriptFiles.expand([root]) == ["\(root)/a.lua", "\(root)/b.lua"])
        #expect(try ScriptFiles.expand([root + "/"]) == ["\(root)/a.lua", "\(root)/b.lua"])
    }

    @Test func aPatternStandsForMatchingFilesInItsFolder() throws {
        #expect(try ScriptFiles.expand([folder.path("?.lua")]).count == 2)
        #expect(try ScriptFiles.expand([folder.path("b*")]) == [folder.path("b.lua")])
    }

    @Test func namesKeepTheirOrderWithoutDuplicates() throws {
        let files = try ScriptFiles.expand([folder.path("b.lua"), root])
        #expect(files == [folder.path("b.lua"), folder.path("a.lua")])
    }

    @Test func aModuleIsReadFromTheFolderOfTheScript() throws {
        let module = try folder.write(Array("return 1".utf8), "module.lua")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("link.lua"), withDestinationPath: module)
        for name in ["module.lua", "link.lua"] {
            let source = try ScriptFiles.module(
                folder.path(name), of: folder.path("a.lua"), limit: 100)
            #expect(source == Array("return 1".utf8))
        }
        let missing = try ScriptFiles.module(
            folder.path("none.lua"), of: folder.path("a.lua"), limit: 100)
        #expect(missing == nil)
    }

    @Test func aModuleThatLinksOutsideTheFolderIsAnError() throws {
        let other = try TemporaryFolder()
        let module = try other.write(Array("return 1".utf8), "module.lua")
        let link = folder.path("link.lua")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: module)
        let error = #expect(throws: PeriluneError.self) {
            try ScriptFiles.module(link, of: folder.path("a.lua"), limit: 100)
        }
        #expect(error?.code == "script.require")
        #expect(error?.place.file == link)
    }

    @Test func aScriptAndItsModuleMayBothBeLinksIntoOneOtherFolder() throws {
        let other = try TemporaryFolder()
        for name in ["script.lua", "module.lua"] {
            try FileManager.default.createSymbolicLink(
                atPath: folder.path(name),
                withDestinationPath: try other.write(Array(name.utf8), name))
        }
        let source = try ScriptFiles.module(
            folder.path("module.lua"), of: folder.path("script.lua"), limit: 100)
        #expect(source == Array("module.lua".utf8))
    }

    @Test func aMissingFileIsAnErrorWithANearName() throws {
        let wanted = folder.path("notes.text")
        let error = #expect(throws: PeriluneError.self) { try ScriptFiles.expand([wanted]) }
        #expect(error?.code == "file.missing")
        #expect(error?.place.file == wanted)
        #expect(error?.hint == "did you mean '\(folder.path("notes.txt"))'?")
    }

    @Test(arguments: ["nowhere/a.lua", "z*.lua"])
    func aPatternWithoutMatchesIsAnError(_ name: String) throws {
        let error = #expect(throws: PeriluneError.self) {
            try ScriptFiles.expand([folder.path(name)])
        }
        #expect(error?.code == "file.missing")
        #expect(error?.hint != nil)
    }

    @Test(arguments: [(10_000, Int?.some(10_000)), (10_001, nil)])
    func moreThan10000ScriptsAreAnError(count: Int, found: Int?) {
        let names = (0..<count).map { "\($0).lua" }
        let listing = FileListing(
            isDisk: false, isThere: { _ in true }, isFolder: { $0 == "rules" },
            names: { _ in names })
        #expect((try? ScriptFiles.expand(["rules"], in: listing))?.count == found)
    }

    @Test func aFolderWithoutScriptsIsAnError() throws {
        let empty = try TemporaryFolder()
        #expect(throws: PeriluneError.self) { try ScriptFiles.expand([empty.url.path]) }
    }
}
