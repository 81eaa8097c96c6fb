import Foundation
import Testing

struct ReadmeTests {
    /// As a new user would: one command after the other, in one folder.
    @Test(arguments: [
        ("README.md", 2), ("Documentation/Rules.md", 12), ("Documentation/Logs.md", 11),
        ("Documentation/LogFormats.md", 7), ("Documentation/HTTP.md", 1),
        ("Documentation/Lookups.md", 1),
        ("Documentation/LinkRules.md", 2), ("Documentation/Plugins.md", 1),
        ("Documentation/Streams.md", 8),
        ("Documentation/Testing.md", 4), ("Documentation/CommandLine.md", 2),
    ])
    func theGuideShowsActualOutput(guide: String, commands: Int) throws {
        #expect(try follow(guide, in: Shell()) == commands)
    }

    @Test func theCookbookShowsActualOutput() throws {
        let ports = ["8080": try FreePort.next()]
        #expect(try follow("Documentation/Cookbook.md", in: Shell(), ports: ports) == 12)
    }

    @Test func recipesHaveAtMostFifteenLines() throws {
        for case .file(let name, let text) in try Readme("Documentation/Cookbook.md").blocks
        where name.hasSuffix(".lua") {
            #expect(text.count { $0 == "\n" } <= 15, "\(name)")
        }
    }

    /// As somebody with two terminals would.
    @Test func theGuideToServingShowsActualOutput() throws {
        let ports = try [
            "8080": FreePort.next(), "8081": FreePort.next(), "8082": FreePort.next(),
            "8083": FreePort.next(), "5514": FreePort.next(),
        ]
        #expect(try follow("Documentation/Serving.md", in: Shell(), ports: ports) == 12)
    }

    /// As somebody with three terminals would.
    @Test func theGuideToNATSShowsActualOutput() throws {
        let ports = try ["4222": FreePort.next(), "8080": FreePort.next()]
        #expect(try follow("Documentation/NATS.md", in: Shell(), ports: ports) == 1)
    }

    /// As somebody with two terminals and a broker would.
    @Test func theGuideToKafkaShowsActualOutput() throws {
        let broker = try MockKafka(topics: ["orders", "packed"])
        defer { broker.end() }
        let ports = try ["9092": broker.port, "8080": FreePort.next()]
        #expect(try follow("Documentation/Kafka.md", in: Shell(), ports: ports) == 1)
    }

    /// As somebody with five terminals would.
    @Test func theGuideToClustersShowsActualOutput() throws {
        let ports = try [
            "4222": FreePort.next(), "8080": FreePort.next(), "8081": FreePort.next(),
            "8082": FreePort.next(),
        ]
        #expect(try follow("Documentation/Cluster.md", in: Shell(), ports: ports) == 6)
    }

    /// As somebody with three terminals would.
    @Test func theGuideToCRMShowsActualOutput() throws {
        let ports = try ["8180": FreePort.next(), "8080": FreePort.next()]
        #expect(try follow("Documentation/CRM.md", in: Shell(), ports: ports) == 5)
    }

    /// As somebody with two terminals would, in the folder that the first command makes.
    @Test func theTutorialShowsActualOutput() throws {
        let count = try follow(
            "Documentation/Tutorial.md", in: Shell(), ports: ["8080": FreePort.next()],
            folder: "rules")
        #expect(count == 20)
    }

    /// As somebody with one terminal and an editor would.
    @Test func theGuideToChartsShowsActualOutput() throws {
        let shell = try Shell()
        #expect(try follow("Documentation/Charts.md", in: shell) == 23)
        // Each picture that it names is there, and is one.
        let pictures = try FileManager.default.contentsOfDirectory(atPath: shell.folder.path)
            .filter { $0.hasSuffix(".png") || $0.hasSuffix(".svg") || $0.hasSuffix(".pdf") }
        #expect(pictures.count == 13)
    }

    /// As somebody with a terminal for each server would.
    @Test func theGuideToDashboardsShowsActualOutput() throws {
        let ports = try Dictionary(
            uniqueKeysWithValues: (8083...8087).map { ("\($0)", try FreePort.next()) })
        #expect(try follow("Documentation/Dashboards.md", in: Shell(), ports: ports) == 5)
    }

    /// Every line of the Swift that it shows stands in a test that runs it.
    @Test(arguments: [
        ("README.md", "Tests/Integration/EmbeddingTests.swift"),
        ("Documentation/Embedding.md", "Tests/Integration/EmbeddingTests.swift"),
        ("Documentation/Charts.md", "Tests/Plugins/Charts/Session/EmbeddingTests.swift"),
    ])
    func itsSwiftIsTested(guide: String, test: String) throws {
        let file = SwiftPackage.root.appending(path: test)
        let tested = Set(
            try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
                .map { $0.trimmingCharacters(in: .whitespaces) })
        for case .swift(let code) in try Readme(guide).blocks {
            for line in code.split(separator: "\n") {
                #expect(tested.contains(line.trimmingCharacters(in: .whitespaces)), "\(line)")
            }
        }
    }

    /// Of every guide: the file is there, and so is the heading.
    @Test func allLinksHaveATarget() throws {
        let manager = FileManager.default
        let guides = try ["Documentation", "Documentation/Reference"].flatMap { folder in
            try manager.contentsOfDirectory(
                atPath: SwiftPackage.root.appending(path: folder).path
            ).filter { $0.hasSuffix(".md") }.map { "\(folder)/\($0)" }
        }
        let plugins = try manager.contentsOfDirectory(
            atPath: SwiftPackage.root.appending(path: "Plugins").path
        ).map { "Plugins/\($0)/README.md" }
        for name in guides + plugins + [
            "README.md", "CONTRIBUTING.md", "Examples/README.md", "Benchmarks/README.md",
        ] {
            let file = SwiftPackage.root.appending(path: name)
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(of: /\]\(([^)#:]*)(?:#([^)]+))?\)/) {
                let target =
                    match.1.isEmpty
                    ? file : file.deletingLastPathComponent().appending(path: match.1)
                #expect(manager.fileExists(atPath: target.path), "\(name): \(match.1)")
                if let anchor = match.2 {
                    #expect(try anchors(of: target).contains(String(anchor)), "\(name): \(match.0)")
                }
            }
        }
    }

    /// The names by which links reach the headings of a guide, as GitHub makes them.
    private func anchors(of guide: URL) throws -> Set<String> {
        let lines = try String(contentsOf: guide, encoding: .utf8).split(separator: "\n")
        return Set(
            lines.filter { $0.wholeMatch(of: /#+ .*/) != nil }.map { line in
                line.drop { $0 == "#" }.dropFirst().lowercased()
                    .filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
                    .replacing(" ", with: "-")
            })
    }

    /// Does what a guide says, block by block, and answers how many commands it has.
    ///
    /// The ports of its servers become free ones; a guide without ports starts none. All after its first
    /// command happens in the folder.
    private func follow(
        _ guide: String, in shell: Shell, ports: [String: UInt16] = [:], folder: String = "."
    ) throws -> Int {
        var servers: [Process] = []
        defer { servers.forEach { $0.terminate() } }
        var count = 0
        for block in try Readme(guide, ports: ports).blocks {
            switch block {
            case .file(let name, let text): try shell.write(text, name)
            case .server(let command):
                #expect(!ports.isEmpty, "\(guide) starts a server that nobody stops")
                servers.append(try shell.start("env -C \(folder) \(command)"))
            case .commands(let commands, let status, let output):
                let place = count == 0 ? "." : folder
                let headers = SwiftPackage.root.appending(path: "Sources/CPerilunePlugin/include")
                let result = try shell.run(
                    "set -e -o pipefail\ncd \(place)\n\(commands)",
                    environment: ["CPATH": headers.path], limit: 120)
                let notes = result.status == status ? "" : try shell.notes(ofServers: servers)
                #expect(result.status == status, "\(commands)\(result.errors)\(notes)")
                if let output { #expect(result.output == output, "\(commands)") }
                count += 1
            case .swift: break
            }
        }
        return count
    }
}
