import Foundation
import Testing

/// How the C plugin of a release is built: against the header that was kept with it.
enum CLibraries {
    static let quota = "cc -shared -fPIC -I library -o library/quota.so library/quota.c"
}

/// Plugins and dashboards that were made for earlier releases.
struct ReleasedPluginTests {
    @Test(arguments: Release.all)
    func aLibraryBuiltAgainstAReleasedHeaderIsLoadedAndAnswers(release: String) throws {
        let shell = try Release.shell(release)
        #expect(try shell.run(CLibraries.quota).status == 0)
        let check = try shell.perilune("plugin check library/quota.so")
        #expect(check.output.contains("quota 1.0.0, library library/quota.so"))
        let command =
            "process library/taps.jsonl --plugin library/quota.so -s library/quota.lua --state taps.db"
        let first = try shell.succeeds("\(command) --records records.jsonl -o out.jsonl")
        #expect(
            try shell.read("out.jsonl") == "{\"taps\":1}\n{\"left\":2,\"twice\":4}\n{\"taps\":2}\n")
        #expect(try shell.read("records.jsonl").contains(#""kind":"quota.counted","taps":2"#))
        #expect(first.errors.contains("guard: tapped"))
        #expect(try shell.succeeds(command).lines.last == #"{"taps":4}"#)
    }

    @Test(arguments: Release.all)
    func aFolderIsLoadedAndDecides(release: String) throws {
        let shell = try Release.shell(release)
        #expect(try shell.perilune("plugin check folder").status == 0)
        let records = try shell.succeeds("process folder/orders.jsonl --plugin folder --records -")
        let types = try records.objects().map { $0["type"] as? String }
        #expect(types == ["shop.order", "vip.order", "shop.order"])
    }

    @Test(arguments: Release.all)
    func metadataInEveryFormatDrawTheSameDashboard(release: String) throws {
        let shell = try Release.shell(release)
        var pictures: Set<String> = []
        for form in ["xml", "plist", "json"] {
            for data in ["data", "sqlite"] {
                let arguments = "dashboards/shop.\(form) --data dashboards/shop.\(data)"
                #expect(try shell.perilune("charts check \(arguments)").status == 0)
                pictures.insert(
                    try shell.succeeds("charts render \(arguments) --theme dashboards/brand.json")
                        .output)
            }
        }
        #expect(pictures.count == 1)
        #expect(pictures.first?.contains("005f73") == true)
    }

    @Test(arguments: Release.all)
    func actionsOnADashboardAreRepeatedFromTheirLog(release: String) throws {
        let shell = try Release.shell(release)
        let check = try shell.perilune("charts check dashboards/lab.xml")
        #expect(check.status == 0, "\(check.output)")
        let drawn = try shell.succeeds(
            "charts render dashboards/lab.xml --replay dashboards/actions.jsonl")
        let plain = try shell.succeeds("charts render dashboards/lab.xml")
        #expect(drawn.output != plain.output)
        let rows = try shell.succeeds("charts query dashboards/lab.xml Sales --json").lines
        #expect(rows.count == 4)
        #expect(rows.last?.contains("North") == true)
    }

    @Test(.enabled(if: Shell.has("curl")), arguments: Release.all)
    func theSandboxKeepsItsRecordsAndAnswersFetchXML(release: String) throws {
        let shell = try Release.shell(release)
        try shell.run("gunzip store/sandbox.db.gz")
        let port = try FreePort.next()
        let sandbox = try shell.start(
            "perilune crm sandbox --listen 127.0.0.1:\(port) --database store/sandbox.db")
        defer { sandbox.terminate() }
        let lead = try shell.run(
            "curl -s 'http://127.0.0.1:\(port)/api/data/v9.2/leads(5a9db0c5-0004-4000-8000-000000000101)?$select=subject,leadqualitycode'"
        ).output
        #expect(lead.contains(#""subject":"Interested in chairs""#))
        #expect(lead.contains(#""leadqualitycode":1"#))
        try shell.write(
            #"{"organizations":[{"name":"sales","url":"http://127.0.0.1:\#(port)"}]}"#, "crm.json")
        let rows = try shell.succeeds(
            "charts query dashboards/shop.xml Leads --data dashboards/shop.data --crm crm.json")
        #expect(rows.output.contains("Hot"))
    }
}
