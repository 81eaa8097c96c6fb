import PeriluneCore

/// Host calls that wait until the test lets them go.
actor Gate {
    private var opened: [String: Value?] = [:]
    private var waiting: [String: CheckedContinuation<Void, Never>] = [:]
    private var arrivals: [String: [CheckedContinuation<Void, Never>]] = [:]
    private var arrived: Set<String> = []

    /// Lets the call with this name go on, now or when it comes.
    func open(_ name: String) {
        opened[name] = .some(nil)
        waiting.removeValue(forKey: name)?.resume()
    }

    /// Waits until the call with this name is there.
    func reached(_ name: String) async {
        if arrived.contains(name) { return }
        await withCheckedContinuation { arrivals[name, default: []].append($0) }
    }

    private func wait(_ name: String) async {
        arrived.insert(name)
        for arrival in arrivals.removeValue(forKey: name) ?? [] { arrival.resume() }
        if opened[name] != nil { return }
        await withCheckedContinuation { waiting[name] = $0 }
    }

    /// `gate.wait(name, answer)` answers when the gate is open; `gate.fail(name)` fails then.
    nonisolated var module: HostModule {
        HostModule(
            "gate", "For tests.",
            [
                HostFunction(
                    "wait", "Waits.",
                    [
                        .init("name", .string, "whose gate"),
                        .init("answer", .any, optional: true, "what comes back"),
                    ], returns: "any",
                    .async { arguments, _ in
                        await self.wait(arguments.first?.string ?? "")
                        return arguments.count > 1 ? arguments[1] : Value?.none
                    }),
                HostFunction(
                    "fail", "Waits and fails.", [.init("name", .string, "whose gate")],
                    .async { arguments, _ in
                        await self.wait(arguments.first?.string ?? "")
                        throw PeriluneError("gate.failed", "the gate fell shut")
                    }),
            ])
    }
}
