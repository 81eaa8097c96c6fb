import Testing

/// What `serve` says of limits that it cannot use.
struct ConnectionOptionTests {
    private let shell: Shell

    init() throws { shell = try Shell() }

    @Test(arguments: [
        ("--trusted-proxy localhost", "--trusted-proxy must be an IP address or a network"),
        ("--allow-host http://a.example", "--allow-host must be a name without a scheme"),
        ("--allow-origin a.example", "--allow-origin must be a scheme and a host"),
    ])
    func aWrongOptionIsNamed(option: String, message: String) throws {
        let result = try shell.perilune("serve --no-config --not-durable \(option)")
        #expect(result.status != 0)
        #expect(result.errors.contains(message))
    }

    @Test func aLimitOfOpenFilesThatIsTooLowPreventsTheStart() throws {
        let result = try shell.run(
            "ulimit -n 40 && perilune serve --no-config --not-durable --listen 127.0.0.1:0")
        #expect(result.status == 74)
        #expect(result.errors.contains("the limit of 40 open files"))
        #expect(result.errors.contains("hint: raise the limit to "))
    }

    @Test func theConfigurationHasTheSameSettings() throws {
        try shell.write(
            """
            return { limits = { calls = 12 }, sources = {
              allowedHosts = "events.example.com", trustedProxies = { "10.0.0.0/8", "fd00::/8" },
              maxConnections = 50, headTimeout = 5,
            } }
            """, "perilune.lua")
        let lines = try shell.perilune("config show").lines.map {
            $0.split(separator: " ").prefix(2).joined(separator: " ")
        }
        for line in [
            "limits.calls 12", "sources.maxConnections 50", "sources.headTimeout 5",
            #"sources.trustedProxies ["10.0.0.0/8","fd00::/8"]"#,
            #"sources.allowedHosts ["events.example.com"]"#, "sources.idleTimeout 60",
        ] {
            #expect(lines.contains(line), "\(line)")
        }
    }
}
