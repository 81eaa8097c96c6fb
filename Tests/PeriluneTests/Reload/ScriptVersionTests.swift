import Testing

@testable import Perilune

struct ScriptVersionTests {
    @Test func isTheDigestOfTheFile() throws {
        let script = Script(name: "a.lua", source: "abc")
        #expect(
            try script.version
                == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    }

    @Test func followsTheFilesThatAreRequiredByName() throws {
        let folder = try TemporaryFolder()
        try folder.write("b.lua", "return require('deep.c')")
        try folder.write("a.lua", "return { execute = function() require 'b' end }")
        let one = try Script(folder.path("a.lua")).version
        let deep = folder.path("deep")
        try Files.makeFolder(deep)
        try folder.write("deep/c.lua", "return 1")
        let two = try Script(folder.path("a.lua")).version
        try folder.write("deep/c.lua", "return 2")
        let three = try Script(folder.path("a.lua")).version
        #expect(Set([one, two, three]).count == 3)
    }

    @Test func isTheSameInAnotherFolder() throws {
        let folders = [try TemporaryFolder(), try TemporaryFolder()]
        let versions = try folders.map { folder in
            try folder.write("b.lua", "return 1")
            try folder.write("a.lua", "return { execute = require 'b' }")
            return try Script(folder.path("a.lua")).version
        }
        #expect(versions[0] == versions[1])
    }

    @Test func requiredNamesAreFoundInTheSource() {
        let source = "local a, b = require 'x.y', require(\"z\") -- require 'no'\nrequire(a)"
        #expect(Script.requiredNames(in: Array(source.utf8)) == ["x.y", "z"])
    }
}
