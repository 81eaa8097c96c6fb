import Foundation
import Testing

/// Command lines that are wrong, and what helps a person to mend them.
struct UsageTests {
    private let shell: Shell

    init() throws { shell = try Shell() }

    @Test(arguments: ["bash", "zsh", "fish"]) func completesTheNamesOfLogFormats(
        shellName: String
    ) throws {
        let script = try shell.perilune("completions \(shellName)").output
        #expect(script.contains("auto cloudevents link"))
        #expect(script.contains(" combined "))
    }

    @Test func anErrorOfACodecOptionNamesTheCommand() throws {
        let result = try shell.perilune("explain --log x --line 1 --as json --codec explode")
        #expect(
            result.errors
                == "perilune explain: --codec must be KEY=VALUE, not 'explode'\nSee 'perilune explain --help'.\n"
        )
    }

    @Test(arguments: [
        ("proces x", "did you mean 'process'?"),
        ("process x --scrpt y", "did you mean '--script'?"),
        ("completions fsh", "bash, zsh or fish, not 'fsh'"),
        ("process x --workers 0", "from 1 to 256, not '0'"),
        ("open", "missing argument: URL"),
        ("explain", "a link, or --event FILE"),
        ("crm sandbox --webhook lead.update", "'lead.update' has no '='"),
        ("crm sandbox --webhook lead.update=here:1/x", "begins with http:// or https://"),
        ("", "missing command"),
    ])
    func saysWhatIsWrongAndEndsWith64(arguments: String, help: String) throws {
        let result = try shell.perilune(arguments)
        #expect(result.errors.contains(help))
        #expect(result.output.isEmpty)
        #expect(result.status == 64)
    }

    @Test func everyCommandHasHelpWithExamples() throws {
        for command in [
            "open", "explain", "process", "serve", "doctor", "top", "tap", "check", "version",
            "completions",
            "quarantine list", "quarantine show", "quarantine retry", "quarantine drop",
            "store check", "store repair", "store backup",
            "charts check", "charts render", "charts query", "charts generate", "snapshot",
            "login check", "login render",
            "plugin list", "plugin check", "plugin add", "plugin remove",
        ] {
            let result = try shell.perilune("\(command) --help")
            #expect(result.output.contains("perilune \(command)"))
            #expect(result.output.lowercased().contains("example"), "\(command)")
            #expect(result.status == 0)
        }
    }

    @Test func listsEachCommandOnOneLine() throws {
        let help = try shell.perilune("--help").output
        for title in ["Rules", "Logs", "Server", "Charts", "CRM", "Plugins", "Other"] {
            #expect(help.contains("\n\(title):\n  "))
        }
        let commands = help.split(separator: "\n")
            .drop { $0 != "Rules:" }.prefix { $0 != "Options:" }
        for line in commands where !line.hasSuffix(":") {
            #expect(line.count <= 80 && line.hasPrefix("  ") && !line.hasPrefix("   "), "\(line)")
            #expect(!line.hasSuffix("."), "\(line)")
        }
    }

    @Test(arguments: ["new", "quarantine", "store", "charts", "login", "crm", "plugin", "config"])
    func showsTheCommandsOfAGroup(group: String) throws {
        let help = try shell.perilune("\(group) --help")
        #expect(help.status == 0)
        #expect(help.output.hasPrefix("perilune \(group): "))
        #expect(!help.output.contains("Server:"))
        #expect(try shell.perilune("help \(group)").output == help.output)
    }

    @Test func listsTheExitCodes() throws {
        let codes = try shell.perilune("help exit-codes").output
        #expect(codes.contains("  64   The command line is wrong."))
        #expect(codes.contains("  78  "))
    }

    /// Forty libraries come with those of HTTP, for commands that use none.
    @Test func startsWithoutOptionalLibraries() throws {
        let result = try shell.run("LD_TRACE_LOADED_OBJECTS=1 perilune version")
        #expect(result.output.contains("libsimdjson"))
        for name in ["libcurl", "libgnutls", "libre2", "libsqlite3", "libzstd"] {
            #expect(!result.output.contains(name))
        }
    }

    @Test func showsTheVersionOfTheChangelog() throws {
        let version = try shell.perilune("version --json").objects().first?["version"] as? String
        let changes = try String(
            contentsOf: SwiftPackage.root.appending(path: "CHANGELOG.md"), encoding: .utf8)
        #expect(changes.contains("## \(try #require(version))"))
        #expect(try shell.perilune("version").output == "perilune \(version ?? "")\n")
    }

    @Test func completesCommandsInBash() throws {
        let result = try shell.run(
            "source <(perilune completions bash) && complete -p perilune && bash -n <(perilune completions bash)"
        )
        #expect(result.output.contains("perilune"))
        #expect(result.status == 0)
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func writesCompletions(shellName: String) throws {
        #expect(try shell.perilune("completions \(shellName)").output.contains("explain"))
    }

    @Test func usesNoControlCharactersInAPipe() throws {
        for command in ["open 'mstr://?evt=1'", "--help", "process Scripts/links.jsonl"] {
            let result = try shell.perilune(command)
            #expect(!(result.output + result.errors).contains("\u{1B}"))
        }
    }

    /// `script` makes a terminal; it belongs to the base system of Debian.
    @Test(.enabled(if: Shell.has("script")))
    func honoursNoColor() throws {
        let command = #"script -qec "perilune open 'mstr://?evt=1'" /dev/null"#
        let terminal = ["TERM": "xterm", "NO_COLOR": ""]
        #expect(try shell.run(command, environment: terminal).output.contains("\u{1B}["))
        let without = ["TERM": "xterm", "NO_COLOR": "1"]
        #expect(try !shell.run(command, environment: without).output.contains("\u{1B}["))
    }
}
