import Foundation
import Testing

/// What `perilune doctor` finds out about a machine and an installation.
struct DoctorTests {
    private let shell: Shell

    init() throws {
        shell = try Shell()
        try shell.write("return { on = 'n.*', execute = function(event) end }", "say.lua")
    }

    /// The findings of a kind: state and message.
    private func findings(
        _ check: String, _ arguments: String = "", environment: [String: String] = [:],
        status: Int32? = nil
    ) throws -> [String] {
        let result = try shell.run(
            "perilune doctor --json \(arguments)", environment: environment)
        if let status { #expect(result.status == status, "\(result.output)\(result.errors)") }
        let checks = try #require(try result.objects().first?["checks"] as? [[String: Any]])
        return checks.filter { $0["check"] as? String == check }
            .map { "\($0["state"] ?? "?"): \($0["message"] ?? "?")" }
    }

    @Test func aCompleteInstallationHasNoProblems() throws {
        let result = try shell.perilune("doctor --listen 127.0.0.1:\(try FreePort.next())")
        #expect(result.status == 0, "\(result.output)")
        #expect(result.errors.hasPrefix("0 problems, "))
        let checks = result.lines.compactMap { $0.split(separator: " ").dropFirst().first }
        for check in [
            "version", "library", "fonts", "certificates", "files", "clock", "configuration",
            "store", "listen", "service", "completions", "manual",
        ] {
            #expect(checks.contains { $0 == check }, "\(check)")
        }
    }

    /// An empty file is found in the place of the library, and cannot be loaded.
    @Test func aMissingLibraryIsNamedWithItsPackageAndTheRestIsChecked() throws {
        try shell.run("mkdir lib && touch lib/libcurl.so.4 lib/libedit.so.2")
        let result = try shell.run(
            "LD_LIBRARY_PATH=lib perilune doctor --listen 127.0.0.1:\(try FreePort.next())")
        #expect(result.status == 1)
        #expect(result.output.contains("problem  library        libcurl: "))
        #expect(result.output.contains("needed for crm"))
        #expect(result.output.contains("hint: apt-get install libcurl4\n"))
        #expect(result.output.contains("warning  library        libedit: "))
        #expect(result.output.contains("ok       library        GnuTLS 3."))
        #expect(result.output.contains("ok       store "))
        #expect(result.errors.hasPrefix("1 problem, "))
    }

    @Test func missingFontsAreAWarning() throws {
        try shell.write(
            "<!DOCTYPE fontconfig SYSTEM 'fonts.dtd'><fontconfig/>", "fonts.conf")
        let fonts = try findings(
            "fonts",
            environment: ["FONTCONFIG_FILE": shell.folder.appending(path: "fonts.conf").path])
        #expect(fonts == ["warning: no fonts: charts cannot be drawn"])
    }

    @Test func errorsInTheConfigurationAreProblemsWithTheirLine() throws {
        try shell.write("return {\n  workers = 'two',\n  scrpts = {},\n}", "perilune.lua")
        let found = try findings("configuration", status: 1)
        #expect(found.count == 2)
        #expect(found.contains { $0.hasPrefix("problem: perilune.lua:2:") })
        try shell.write(
            "return { scripts = { 'say.lua' }, store = 'missing/events.db' }", "perilune.lua")
        #expect(try findings("configuration") == ["ok: perilune.lua, 1 script"])
        #expect(try findings("store", status: 1).first?.hasPrefix("problem: ") == true)
    }

    @Test func aStoreThatOthersMayReadIsAWarning() throws {
        try shell.run("touch events.db; chmod 644 events.db")
        let open = try findings("store", "--store events.db")
        #expect(open.first?.hasPrefix("warning: other users can read events.db") == true)
        try shell.run("chmod 600 events.db")
        #expect(try findings("store", "--store events.db") == ["ok: events.db"])
    }

    @Test func anAddressInUseIsAProblemUnlessItsServerUsesTheStore() throws {
        let server = try ServeProcess(shell, "-s say.lua")
        let address = String(server.url.dropFirst("http://".count))
        let own = try findings("listen", "--listen \(address)")
        #expect(own.first?.hasSuffix("is in use, and a server runs with this store") == true)
        let other = try findings("listen", "--listen \(address) --store other.db", status: 1)
        #expect(other.first?.contains("Address already in use") == true)
        #expect(server.end() == 0)
    }

    @Test func showsWhatTheServiceManagerProvides() throws {
        try shell.run("mkdir credentials && touch credentials/token")
        let service = try findings(
            "service",
            environment: [
                "NOTIFY_SOCKET": "/run/systemd/notify", "WATCHDOG_USEC": "60000000",
                "CREDENTIALS_DIRECTORY": shell.folder.appending(path: "credentials").path,
            ])
        #expect(
            service == [
                "ok: reports to /run/systemd/notify, must report to the watchdog every 60 s, credentials: token"
            ])
        #expect(try findings("service") == ["note: no service manager started this process"])
    }
}
