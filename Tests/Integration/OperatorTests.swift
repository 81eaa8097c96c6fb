import Foundation
import Testing

/// The page of operators, beside a server with a rule that fails.
@Suite(.timeLimit(.minutes(5)), .enabled(if: Shell.has("jq"))) struct OperatorTests {
    @Test func thePageOfOperatorsHasRunningTimesAndTheQuarantine() throws {
        let shell = try Shell()
        let port = try FreePort.next()
        try shell.write(
            #"return { on = "order.*", execute = function() error("no stock") end }"#, "rule.lua")
        let prepared = try shell.run(
            """
            cp Examples/Operator/* . && sed -i 's/8087/\(port)/' metrics.lua perilune.lua &&
            sed -i 's/"metrics.lua" }/"metrics.lua", "rule.lua" }/' perilune.lua
            """)
        try #require(prepared.status == 0, "\(prepared.errors)")
        let server = try shell.start(
            "perilune serve --listen 127.0.0.1:\(port) --charts operator.xml --refresh 1 --store events.db"
        )
        defer { server.terminate() }
        // One call of 17 is measured.
        let result = try shell.run(
            """
            until curl -sf http://127.0.0.1:\(port)/readyz > /dev/null; do sleep 0.1; done
            for id in $(seq 40); do
                curl -sf http://127.0.0.1:\(port)/events -H 'Content-Type: application/cloudevents+json' \\
                    -d '{"specversion": "1.0", "id": "'$id'", "source": "/me", "type": "order.placed"}' > /dev/null
            done
            for try in $(seq 100); do
                curl -sf http://127.0.0.1:\(port)/d/operator/figure.json > figures.json
                jq -ec '.figures[] | select(.name == "Quarantine") | select(.table.rows[0][1] == "40")' figures.json \\
                    > /dev/null && break
                sleep 0.2
            done
            jq -c '[.figures[] | select(.name == "Latency") | .table.rows[][0]]' figures.json
            jq -c '.figures[] | select(.name == "Failures") | .table.rows[0][0:2]' figures.json
            """)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains("rule.lua"), "\(result.output)")
        #expect(result.output.contains(#"["script.runtime: no stock","40"]"#), "\(result.output)")
    }
}
