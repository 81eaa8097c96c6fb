import Foundation
import Testing

/// `Packaging/lua.sh` never keeps a release from being built: Debian's library stands in for what it cannot compile.
struct LuaSourcesTests {
    private let shell: Shell
    private let system: String

    /// A copy of the script, with commands of apt and dpkg that this test decides on.
    init() throws {
        shell = try Shell()
        let root = SwiftPackage.root.path
        try shell.run("cp -R '\(root)/Packaging' . && mkdir -p Sources/CLua lists")
        try shell.run("cp -R '\(root)/Sources/CLua/pkgconfig' Sources/CLua")
        system = shell.folder.appending(path: "Sources/CLua/pkgconfig").path
        let version = try shell.run(#"sed -n 's/.*lua5.4_\(.*\)\.dsc/\1/p' Packaging/lua.sha256"#)
        try command("dpkg-query", "echo \(version.lines.first ?? "")")
        try command("apt-config", "echo \"list='$PWD/sources.list' parts='$PWD/lists'\"")
        try command("apt-get", "exit 100")
    }

    private func command(_ name: String, _ body: String) throws {
        try shell.write("#!/bin/bash\n\(body)\n", "bin/\(name)")
        try shell.run("chmod +x bin/\(name)")
    }

    private func expectDebiansLibrary(_ result: Shell.Result, because reason: String) {
        #expect(result.output == system + "\n")
        #expect(result.errors.contains("warning: "))
        #expect(result.errors.contains(reason))
        #expect(result.status == 0)
    }

    @Test func theSystemLibraryIsUsedIfSourcesCannotBeFetched() throws {
        expectDebiansLibrary(try shell.run("Packaging/lua.sh"), because: "cannot be fetched")
    }

    @Test func sourcesOfAnotherVersionThanTheInstalledLibraryAreNotCompiled() throws {
        try command("dpkg-query", "echo 5.4.9-1")
        expectDebiansLibrary(
            try shell.run("Packaging/lua.sh"), because: "liblua5.4-dev is of version 5.4.9-1")
    }

    @Test func sourcesWithAnotherChecksumAreNotCompiled() throws {
        try command(
            "apt-get",
            #"[[ $* != *' source '* ]] || cut -c67- ../../../Packaging/lua.sha256 | xargs touch"#)
        expectDebiansLibrary(
            try shell.run("Packaging/lua.sh"), because: "not those of Packaging/lua.sha256")
    }

    @Test func aProfileIsNotMadeWithoutTheSources() throws {
        let result = try shell.run("Packaging/lua.sh count")
        #expect(result.output.isEmpty)
        #expect(result.errors.contains("error: the sources of Lua"))
        #expect(result.status == 1)
    }

    @Test func theSystemLibraryCanBeRequested() throws {
        let result = try shell.run("PERILUNE_LUA=system Packaging/lua.sh")
        #expect(result.output == system + "\n")
        #expect(result.errors.isEmpty)
    }

    /// Of both formats, whatever the machine's mirror is called.
    @Test func sourcesAreFetchedFromTheMirrorOfTheMachine() throws {
        try shell.write(
            "# deb http://a.example/debian x main\ndeb [arch=amd64] http://b.example/debian stable main\n",
            "sources.list")
        try shell.write(
            "Types: deb\nURIs: http://c.example/debian\nSuites: stable\nComponents: main\n",
            "lists/c.sources")
        try command(
            "apt-get",
            #"for option; do case $option in *sourceparts=*) cat "${option#*=}"/* >&2 ;; esac; done"#
        )
        let errors = try shell.run("Packaging/lua.sh").errors
        #expect(errors.contains("deb-src [arch=amd64] http://b.example/debian stable main\n"))
        #expect(errors.contains("Types: deb-src\nURIs: http://c.example/debian\n"))
        #expect(errors.contains("# deb http://a.example/debian x main\n"))
    }
}
