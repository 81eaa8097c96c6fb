// A command-line tool with a rules engine inside:
// `swift run ExpenseRules rules decisions.jsonl < claims.jsonl`.
//
// A line in is an expense claim, a line out what becomes of it. Who knows the rules edits Lua files; the tool
// knows what a claim is, how long a rule may think, and who decides when no rule does.
import Perilune

let arguments = Array(CommandLine.arguments.dropFirst())
let folder = arguments.first ?? "rules"
let limits = ScriptLimits(memory: 8 << 20, milliseconds: 20)

// Which version of which rule decided what: for the auditors.
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

/// What a person reads of a decision; a program would take `record.json`.
func sentence(of record: Record) -> String {
    let by = record.by ?? "nobody"
    // A rule that failed has not decided: the next one has, and the record keeps the error.
    let note = record.error.map { " (\($0.place) \($0.message))" } ?? ""
    switch record.outcome {
    case .rejected: return "\(record.event): refused by \(by): \(record.reason ?? "")\(note)"
    case .handled where by == "a person": return "\(record.event): for a person to decide\(note)"
    case .handled: return "\(record.event): approved by \(by)\(note)"
    case .default, .unhandled, .failed: return "\(record.event): not decided\(note)"
    }
}
