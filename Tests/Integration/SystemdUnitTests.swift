import Foundation
import Testing

/// What systemd has to say about the units of the package.
@Suite(.enabled(if: Shell.has("systemd-analyze"))) struct SystemdUnitTests {
    private let shell: Shell

    /// The units, with the command of this build in the place of the installed one.
    init() throws {
        shell = try Shell()
        for name in ["perilune.service", "perilune.socket"] {
            let unit = try String(
                contentsOf: SwiftPackage.root.appending(path: "Packaging/systemd/\(name)"),
                encoding: .utf8)
            let command = shell.folder.appending(path: "bin/perilune").path
            try shell.write(unit.replacing("/usr/bin/perilune", with: command), name)
        }
    }

    @Test func theUnitsAreValid() throws {
        // The environment may have no service manager; the manual page is where it is installed.
        let result = try shell.run(
            "systemd-analyze verify --man=no ./perilune.service ./perilune.socket")
        #expect(result.errors.isEmpty)
        #expect(result.status == 0)
    }

    /// The drop-in that makes the service a member of a cluster.
    @Test func theServiceOfAMemberIsValid() throws {
        let folder = SwiftPackage.root.appending(path: "Packaging/cluster")
        let drop = try String(
            contentsOf: folder.appending(path: "perilune.service.conf"), encoding: .utf8)
        let command = shell.folder.appending(path: "bin/perilune").path
        _ = try shell.run("mkdir perilune.service.d")
        try shell.write(
            drop.replacing("/usr/bin/perilune", with: command), "perilune.service.d/cluster.conf")
        let result = try shell.run(
            "systemd-analyze verify --man=no ./perilune.service ./perilune.socket")
        #expect(result.errors.isEmpty)
        #expect(result.status == 0)
        let check = try shell.perilune(
            "config check --config \(folder.appending(path: "member.lua").path)")
        #expect(check.status == 0, "\(check.output)\(check.errors)")
        let line = try #require(
            drop.replacing("\\\n", with: " ").split(separator: "\n").first {
                $0.hasPrefix("ExecStart=/")
            })
        let options = line.dropFirst("ExecStart=/usr/bin/perilune ".count)
            .replacing("/etc/perilune/", with: "\(folder.path)/").replacing(
                "%S/perilune/", with: "")
        #expect(try shell.perilune("\(options) --help").status == 0)
    }

    @Test func theServiceIsSandboxed() throws {
        // In tenths: 2.0 of 10.
        let result = try shell.run(
            "systemd-analyze security --offline=true --no-pager --threshold=20 ./perilune.service")
        #expect(result.status == 0, "\(result.output.suffix(200))")
    }

    /// The options of the unit are those of the command, and the configuration that ships is right.
    @Test func theServiceStartsWithTheConfigurationThatShips() throws {
        let unit = try shell.read("perilune.service").replacing("\\\n", with: " ")
        let line = try #require(unit.split(separator: "\n").first { $0.hasPrefix("ExecStart=") })
        let folder = SwiftPackage.root.appending(path: "Packaging/systemd").path
        let command = line.dropFirst("ExecStart=".count)
            .replacing("/etc/perilune/perilune.lua", with: "\(folder)/perilune.lua")
            .replacing("%S/perilune/", with: "").replacing("%t/perilune/", with: "")
        let result = try shell.run("\(command) --help")
        #expect(result.status == 0)
        let check = try shell.perilune("config check --config \(folder)/perilune.lua")
        #expect(check.status == 0, "\(check.output)\(check.errors)")
    }
}
