import Foundation
import Testing

/// Logs, records, configurations and tests that came with earlier releases.
struct ReleasedFileTests {
    /// What a program that reads records relies on: texts of errors may change.
    private func facts(_ line: Substring) throws -> String {
        let record = try #require(
            JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        var facts = record.filter { $0.key != "error" }
        let error = record["error"] as? [String: Any]
        for name in ["code", "file", "line"] { facts["error.\(name)"] = error?[name] }
        // 0.1 quarantined the event at the end of a chain instead of the one that came in.
        if error?["code"] as? String == "event.depth", facts["log"] != nil {
            facts["event"] = nil
            facts["bytes"] = nil
        }
        let data = try JSONSerialization.data(withJSONObject: facts, options: .sortedKeys)
        return String(decoding: data, as: UTF8.self)
    }

    private func facts(of text: String) throws -> [String] {
        try text.split(separator: "\n").map(facts)
    }

    @Test(arguments: Release.all, ["", ".gz", ".zst"])
    func aLogIsProcessedAlikeInEveryCompression(release: String, form: String) throws {
        let shell = try Release.shell(release)
        if !form.isEmpty { try shell.run("rm logs/events.jsonl") }
        let result = try shell.perilune(
            "process logs/events.jsonl\(form) --no-config -s rules -o o.jsonl --records r.jsonl --quarantine q.jsonl"
        )
        #expect(result.status == 2)
        #expect(try shell.read("o.jsonl") == shell.read("decided/output.jsonl"))
        for (name, old) in [("r.jsonl", "records"), ("q.jsonl", "quarantine")] {
            let found = try shell.read(name).replacing(".jsonl\(form)", with: ".jsonl")
            #expect(try facts(of: found) == facts(of: shell.read("decided/\(old).jsonl")))
        }
    }

    @Test(arguments: Release.all)
    func aLogOfLinksIsRead(release: String) throws {
        let shell = try Release.shell(release)
        let records = try shell.succeeds("process logs/links.txt --as link -s rules --records -")
        let outcomes = try records.objects().map { $0["outcome"] as? String }
        #expect(outcomes == ["default", "rejected", "default"])
    }

    @Test(arguments: Release.all, ["link-1", "link-2", "order-3", "broken-1"])
    func aReleasedRecordIsComparedWithTheCurrentDecision(release: String, id: String) throws {
        let shell = try Release.shell(release)
        let explained = try shell.perilune(
            "explain --log logs/events.jsonl --id \(id) --record decided/records.jsonl -s rules --replay --json --no-config"
        )
        #expect(explained.status == (id == "broken-1" ? 2 : 0), "\(explained.errors)")
        let object = try #require(explained.objects().first)
        let recorded = try #require(object["recorded"] as? [String: Any])
        let now = try #require((object["records"] as? [[String: Any]])?.first)
        for name in ["event", "outcome", "by", "emitted"] {
            #expect("\(recorded[name] ?? "")" == "\(now[name] ?? "")", "\(name)")
        }
    }

    @Test(arguments: Release.all)
    func aReleasedConfigurationHasTheSameSettings(release: String) throws {
        let shell = try Release.shell(release)
        try shell.run("chmod 600 project/token && \(CLibraries.quota)")
        let secrets = "cd project; export MAIL_PASSWORD=x CRM_SECRET=y CRM_PASSWORD=z"
        let check = try shell.run("\(secrets); perilune config check")
        #expect(check.status == 0, "\(check.output)\(check.errors)")
        let shown = try shell.run("\(secrets); perilune config show --json").output
            .replacing(shell.folder.path, with: "FOLDER")
        func settings(_ text: String) throws -> Set<String> {
            let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
            let settings = try #require(object?["settings"] as? [[String: Any]])
            return Set(settings.map { "\($0["name"] ?? "") = \($0["value"] ?? "")" })
        }
        let old = try settings(shell.read("project/settings.json"))
        #expect(try old.subtracting(settings(shown)).isEmpty)
        // These files alone, as options take them.
        let files = try shell.run(
            "\(secrets); perilune process ../logs/links.txt --as link --no-config --crm crm.json --sharing sharing.json --login login.plist"
        )
        #expect(files.status == 0, "\(files.errors)")
    }

    @Test(arguments: Release.all)
    func testsAndTheirSnapshotsPass(release: String) throws {
        let shell = try Release.shell(release)
        let result = try shell.succeeds("test rules folder")
        #expect(result.output.contains("4 cases in 2 files: 4 passed"))
    }

    @Test(arguments: Release.all)
    func aReleasedProjectAndPluginStillWork(release: String) throws {
        let shell = try Release.shell(release)
        let project = try shell.run(
            "cd begun/project && perilune config check && perilune check && perilune test && perilune process taps.jsonl"
        )
        #expect(project.status == 0, "\(project.output)\(project.errors)")
        let plugin = try shell.run(
            "cd begun && perilune plugin check hot-leads && perilune test hot-leads")
        #expect(plugin.status == 0, "\(plugin.output)\(plugin.errors)")
        #expect(try shell.perilune("check begun/queries.lua").status == 0)
    }
}
