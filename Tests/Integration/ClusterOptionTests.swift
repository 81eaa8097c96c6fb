import Testing

/// What a member of a cluster cannot do, and what commands say without servers.
struct ClusterOptionTests {
    private let shell: Shell
    private static let servers = "--cluster nats://127.0.0.1:1"

    init() throws { shell = try Shell() }

    @Test(arguments: [
        ("--store a.db", "--store cannot be combined with --cluster"),
        ("--output out.jsonl", "--output cannot be combined with --cluster"),
        ("--records -", "--records cannot be combined with --cluster"),
        ("--watch", "--watch cannot be combined with --cluster"),
        ("--shadow 10", "--shadow cannot be combined with --cluster"),
        ("--control control", "--control cannot be combined with --cluster"),
        ("--not-durable", "--not-durable cannot be combined with --cluster"),
        ("--dry-run", "--dry-run cannot be combined with --cluster"),
        ("--to big=big.jsonl", "the output 'big' is a file"),
        ("--cluster http://127.0.0.1", "write nats://HOST:PORT"),
        ("--cluster nats://ann:secret@127.0.0.1", "must not contain credentials"),
        ("--cluster-name a.b", "'a.b' cannot be the name of a cluster"),
    ])
    func namesOptionsThatAMemberCannotHave(option: String, message: String) throws {
        let result = try shell.perilune("serve --no-config \(Self.servers) \(option)")
        #expect(result.status != 0)
        #expect(result.errors.contains(message), "\(result.errors)")
        #expect(!result.errors.contains("secret"))
    }

    @Test(arguments: ["init", "status"])
    func aServerThatDoesNotAnswerIsNamed(command: String) throws {
        let result = try shell.perilune("cluster \(command) --no-config \(Self.servers)")
        #expect(result.status != 0)
        #expect(result.errors.contains("cannot connect to nats://127.0.0.1:1"))
    }

    @Test(arguments: ["init", "status"])
    func aClusterWithoutServersIsAnError(command: String) throws {
        let result = try shell.perilune("cluster \(command) --no-config")
        #expect(result.status == 64)
        #expect(result.errors.contains("--cluster nats://HOST:4222"))
    }

    @Test func theServersOfTheConfigurationAreUsed() throws {
        try shell.write(
            #"return { cluster = { servers = "nats://127.0.0.1:1", name = "sales" } }"#,
            "perilune.lua")
        let result = try shell.perilune("cluster status")
        #expect(result.errors.contains("cannot connect to nats://127.0.0.1:1"))
        #expect(try shell.perilune("config show").output.contains(#"["nats://127.0.0.1:1"]"#))
    }
}
