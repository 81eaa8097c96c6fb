import Foundation
import Testing

struct ReadmeTests {
    /// As a new user would: one after the other, in one folder.
    @Test func itsCommandsDoWhatItSays() throws {
        #expect(try follow("README.md", in: Shell()) >= 5)
    }

    /// As somebody with three terminals would.
    @Test func theGuideToCRMDoesWhatItSays() throws {
        let ports = try ["8180": FreePort.next(), "8080": FreePort.next()]
        #expect(try follow("Documentation/CRM.md", in: Shell(), ports: ports) == 5)
    }

    /// As somebody with two terminals would, in the folder that the first command makes.
    @Test func theTutorialDoesWhatItSays() throws {
        let count = try follow(
            "Documentation/Tutorial.md", in: Shell(), ports: ["8080": FreePort.next()],
            folder: "rules")
        #expect(count == 19)
    }

    /// As somebody who has rules to test would.
    @Test func theGuideToTestsDoesWhatItSays() throws {
        #expect(try follow("Documentation/Testing.md", in: Shell()) == 4)
    }

    /// As somebody with one terminal and an editor would.
    @Test func theGuideToChartsDoesWhatItSays() throws {
        let shell = try Shell()
        #expect(try follow("Documentation/Charts.md", in: shell) == 15)
        // Each picture that it names is there, and is one.
        let pictures = try FileManager.default.contentsOfDirectory(atPath: shell.folder.path)
            .filter { $0.hasSuffix(".png") || $0.hasSuffix(".svg") || $0.hasSuffix(".pdf") }
        #expect(pictures.count == 11)
    }

    /// Every line of the Swift that it shows stands in a test that runs it.
    @Test(arguments: [
        ("README.md", "Tests/Integration/EmbeddingTests.swift"),
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

    @Test func itsLinksLeadSomewhere() throws {
        for name in [
            "README.md", "CONTRIBUTING.md", "Documentation/Architecture.md", "Documentation/CRM.md",
            "Documentation/Charts.md", "Documentation/Snapshots.md", "Documentation/Tutorial.md",
            "Documentation/Operations.md", "Documentation/Testing.md",
            "Documentation/ComingFrom.md",
        ] {
            let file = SwiftPackage.root.appending(path: name)
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(of: /\]\(([^)#:]+)\)/) {
                let target = file.deletingLastPathComponent().appending(path: match.1)
                #expect(
                    FileManager.default.fileExists(atPath: target.path), "\(name): \(match.1)")
            }
        }
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
                let result = try shell.run("set -e -o pipefail\ncd \(place)\n\(commands)")
                #expect(result.status == status, "\(commands)\(result.errors)")
                if let output { #expect(result.output == output, "\(commands)") }
                count += 1
            case .swift: break
            }
        }
        return count
    }
}
