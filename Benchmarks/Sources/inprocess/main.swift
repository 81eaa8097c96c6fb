// What Perilune costs inside a process: the bus, delegates, look-ups, budgets.
internal import Glibc

var rounds = 15
var isJSON = false
var arguments = CommandLine.arguments.dropFirst().makeIterator()
while let argument = arguments.next() {
    switch argument {
    case "--json": isJSON = true
    case "--rounds":
        guard let number = arguments.next().flatMap({ Int($0) }), number > 0 else { fallthrough }
        rounds = number
    default:
        print("usage: inprocess [--rounds N] [--json]")
        exit(64)
    }
}

var findings = Findings()
do {
    findings.add(try await measureBus(rounds))
    findings.add(try await measureManyDelegates(rounds))
    findings.add(try await measurePatterns(rounds))
    findings.add(try await measureBudget(rounds))
    findings.add(try await measureRunaways(20))
    findings.add(try await measureEmbedding(rounds))
    findings.add(try await measureConcurrentCalls(rounds))
} catch {
    print("\(error)")
    exit(1)
}
print(isJSON ? Report.json(findings) : Report.text(findings))
