// A server that receives events over HTTP: `swift run EventServer rules/orders.lua [orders.db [8090]]`, then
// curl http://127.0.0.1:8090/events -H 'Content-Type: application/cloudevents+json' -d @order.json
//
// An accepted event is on disk before the sender gets a response, and is processed once. The server stops when
// its standard input ends.
import Perilune
import PeriluneHTTP
import Synchronization

/// The metrics of this program, shown as a line at the end.
final class Counts: HostObserver {
    private let outcomes = Mutex<[Outcome: Int]>([:])

    func decided(_ decisions: Decisions) {
        outcomes.withLock { outcomes in
            for (verdict, count) in decisions.verdicts {
                outcomes[verdict.outcome, default: 0] += count
            }
        }
    }

    var text: String {
        outcomes.withLock { outcomes in
            outcomes.sorted { $0.key.rawValue < $1.key.rawValue }
                .map { "\($0.value) \($0.key.rawValue)" }.joined(separator: ", ")
        }
    }
}

/// Writes log lines of scripts to the log of the program.
struct PrintedLog: LogSink {
    func log(_ line: LogLine) { print("\(line.level): \(line.script): \(line.message)") }
}

let arguments = Array(CommandLine.arguments.dropFirst())
let port = arguments.count > 2 ? UInt16(arguments[2]) : 8090
let counts = Counts()
var options = IntakeOptions()
options.store = arguments.count > 1 ? arguments[1] : "orders.db"
options.records = "decisions.jsonl"
options.host.observer = counts
let intake = try await Intake(options, log: PrintedLog()) {
    try Script(arguments.first ?? "rules/orders.lua")
}
let server = try HTTPServer(HTTPServerOptions(port: port ?? 8090), handler: intake)
print("listening on http://127.0.0.1:\(server.port)/events")
while readLine() != nil {}
intake.stopAccepting()
await server.shutdown()
_ = await intake.drain()
intake.close()
print(counts.text)
