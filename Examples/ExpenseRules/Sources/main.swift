// A command-line tool with a rules engine inside:
// `swift run ExpenseRules rules decisions.jsonl < claims.jsonl`.
//
// Each line of input is an expense claim, each line of output its decision. The rules are in Lua files; this
// program defines what a claim is, limits how long a rule may run, and decides if no rule does.
import Perilune

let arguments = Array(CommandLine.arguments.dropFirst())
let folder = arguments.first ?? "rules"
let limits = ScriptLimits(memory: 8 << 20, time: .milliseconds(20))

// The decision log records which version of which rule decided each claim.
var options = HostOptions()
if arguments.count > 1 { options.decisionLog = try DecisionLog(arguments[1]) }

let host = try await Host(options: options) {
    try Script("\(folder)/limits.lua", limits: limits)
    try Script("\(folder)/travel.lua", limits: limits)
    Delegate(on: "expense.claim", name: "a person") { claim, commander in
        commander.emit(["claim": .string(claim.id), "ask": "the head of the department"])
        return .handled
    }
}

var number = 0
while let line = readLine() {
    number += 1
    do {
        let claim = Event(
            id: "\(number)", source: "expenses", type: "expense.claim",
            data: try Value(json: line))
        let results = try await host.process(all: [claim])
        for record in results.records { print(sentence(of: record)) }
    } catch let error as PeriluneError {
        print("\(number): not a claim: \(error.message)")
    }
}
await host.drain()

/// Describes a decision for a person; a program would use `record.json`.
func sentence(of record: Record) -> String {
    let by = record.by ?? "nobody"
    // If a rule fails, the next one decides, and the record keeps the error.
    let note = record.error.map { " (\($0.place) \($0.message))" } ?? ""
    switch record.outcome {
    case .rejected: return "\(record.event): refused by \(by): \(record.reason ?? "")\(note)"
    case .handled where by == "a person": return "\(record.event): for a person to decide\(note)"
    case .handled: return "\(record.event): approved by \(by)\(note)"
    case .default, .unhandled, .failed: return "\(record.event): not decided\(note)"
    }
}
