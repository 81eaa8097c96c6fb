import Foundation
import Testing

/// What a server prints is on `Documentation/Reference/Metrics.md`, with its type and labels.
@Suite(.enabled(if: Shell.has("curl"))) struct MetricsPageTests {
    @Test func describesWhatAServerPrints() throws {
        let shell = try Shell()
        try shell.write(
            """
            return { on = "n.*", execute = function(event, commander)
              commander:publish { type = "m.x" }
              if event.id == "bad" then error("bad") end
            end }
            """, "rule.lua")
        try shell.write(#"{"listen":[{"udp":"127.0.0.1:0"}]}"#, "sockets.json")
        try shell.write(#"{"logs":[{"files":"log.jsonl"}]}"#, "files.json")
        try shell.write("", "log.jsonl")
        let server = try ServeProcess(
            shell,
            "-s rule.lua --sockets sockets.json --files files.json --trace-endpoint http://127.0.0.1:1"
        )
        try shell.write(
            #"{"specversion":"1.0","id":"a","source":"s","type":"t"}"# + "\n", "log.jsonl")
        try server.waits("the log was not read") {
            try server.get("/metrics").contains("perilune_source_read_bytes{")
        }
        try server.decides("good")
        try server.decides("bad")
        try shell.write("{", "event.json")
        #expect(try server.post("event.json").status == 400)
        let page = SwiftPackage.root.appending(path: "Documentation/Reference/Metrics.md")
        let rows = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
        var printed: Set<String> = []
        var types: [Substring: Substring] = [:]
        for line in try server.get("/metrics").split(separator: "\n") {
            let words = line.split(separator: " ")
            if line.hasPrefix("# TYPE ") { types[words[2]] = words[3] }
            guard !line.hasPrefix("#") else { continue }
            let name = line.prefix { $0 != "{" && $0 != " " }
            let labels = line.matches(of: /([a-z]+)="/).map { $0.1 }.filter { $0 != "le" }
            let family = ["_bucket", "_sum", "_count"].reduce(name) { name, ending in
                name.hasSuffix(ending) ? name.dropLast(ending.count) : name
            }
            printed.insert(String(family))
            let cell = labels.map { "`\($0)` " }.joined(separator: ", ").replacing(" ,", with: ",")
            let row = "| `\(family)` | \(types[family] ?? "") | \(cell)| "
            #expect(rows.contains { $0.hasPrefix(row) }, "\(row)")
        }
        // All but those of sinks, TLS and clusters, which the server does not have.
        let named = rows.filter { $0.hasPrefix("| `") }.compactMap {
            $0.split(separator: "`").dropFirst().first
        }
        let others: Set = [
            "perilune_certificate_expiry_timestamp_seconds", "perilune_outbox_fill_ratio",
            "perilune_sink_failures", "perilune_cluster_lanes",
            "perilune_cluster_lane_open", "perilune_cluster_lane_behind",
            "perilune_cluster_lane_commits_total", "perilune_cluster_lane_errors_total",
        ]
        #expect(Set(named.map(String.init)).subtracting(others) == printed)
        #expect(server.end() == 0)
    }
}
