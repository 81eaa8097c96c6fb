import Perilune
import PeriluneCore
import PeriluneLua

let host = try await Host {
    try Script(CommandLine.arguments[1])
}
for (n, json) in CommandLine.arguments.dropFirst(2).enumerated() {
    let results = try await host.process(all: [Event(json: Array(json.utf8))])
    for record in results.records { print(n, record.json) }
    print(String(decoding: results.output, as: UTF8.self))
}
