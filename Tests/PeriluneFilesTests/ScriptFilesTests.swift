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

    @Test func aFileIsItself() throws {
        #expect(try ScriptFiles.expand([folder.path("a_test.lua")]) == [folder.path("a_test.lua")])
    }

    @Test func aFolderIsItsScriptsInAlphabeticalOrderWithoutTests() throws {
        #expect(try ScriptFiles.expand([root]) == ["\(root)/a.lua", "\(root)/b.lua"])
        #expect(try ScriptFiles.expand([root + "/"]) == ["\(root)/a.lua", "\(root)/b.lua"])
    }

    @Test func aPatternIsWhatMatchesInItsFolder() throws {
        #expect(try ScriptFiles.expand([folder.path("?.lua")]).count == 2)
        #expect(try ScriptFiles.expand([folder.path("b*")]) == [folder.path("b.lua")])
    }

    @Test func namesKeepTheirOrderAndComeOnce() throws {
        let files = try ScriptFiles.expand([folder.path("b.lua"), root])
        #expect(files == [folder.path("b.lua"), folder.path("a.lua")])
    }

    @Test func aMissingFileIsAnErrorWithANearName() throws {
        let wanted = folder.path("notes.text")
        let error = #expect(throws: PeriluneError.self) { try ScriptFiles.expand([wanted]) }
        #expect(error?.code == "file.missing")
        #expect(error?.place.file == wanted)
        #expect(error?.hint == "did you mean '\(folder.path("notes.txt"))'?")
    }

    @Test(arguments: ["nowhere/a.lua", "z*.lua"])
    func whatStandsForNothingIsAnError(_ name: String) throws {
        let error = #expect(throws: PeriluneError.self) {
            try ScriptFiles.expand([folder.path(name)])
        }
        #expect(error?.code == "file.missing")
        #expect(error?.hint != nil)
    }

    @Test(arguments: [(10_000, Int?.some(10_000)), (10_001, nil)])
    func moreScriptsThanAnybodyHasAreAMistake(count: Int, found: Int?) {
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
