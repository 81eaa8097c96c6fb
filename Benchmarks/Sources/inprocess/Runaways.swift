internal import Perilune

/// How long an event took that never ends by itself, and what became of the next one.
struct Stop {
    var name: String
    /// Milliseconds of processor time until the event had failed; the worst of all rounds.
    var processor = 0.0
    /// The same on the wall, where other processes count too.
    var wall = 0.0
    /// What stopped it.
    var codes: Set<String> = []
    /// The next event was handled, every time.
    var nextIsUnharmed = true
}

/// Scripts that run away, each with a budget of 50 ms.
///
/// Making the script anew counts as well.
func measureRunaways(_ rounds: Int) async throws -> Findings {
    var stops: [Stop] = []
    for runaway in runaways {
        let host = try await makeHost([.script(runaway.script)])
        var stop = Stop(name: runaway.name)
        for _ in 0..<rounds {
            let (wall, processor) = (Clock.wall, Clock.processor)
            let record = try await host.process(event("runaway"))
            stop.processor = max(stop.processor, (Clock.processor - processor) / 1e6)
            stop.wall = max(stop.wall, (Clock.wall - wall) / 1e6)
            stop.codes.insert(record.error?.code.rawValue ?? "nothing")
            let next = try await host.process(event("usual"))
            if next.outcome != .handled || next.emitted != 1 { stop.nextIsUnharmed = false }
        }
        stops.append(stop)
    }
    return Findings(stops: stops)
}

private func event(_ subject: String) -> Event {
    // No default handler takes this type: a failure is the end of the event.
    Event(id: subject, source: "benchmark", type: "benchmark.event", subject: subject)
}

private struct Runaway {
    var name: String
    var body: String
    var limits = ScriptLimits(time: .milliseconds(50))

    var script: Script {
        Script(
            name: "runaway.lua",
            source: """
                local subject = string.rep("a", 100000)
                local bomb = string.rep("a?", 30) .. "b"
                return {
                  on = "benchmark.*",
                  execute = function(event, commander)
                    if event.subject == "runaway" then
                      \(body)
                    end
                    commander:emit(event.id)
                  end,
                }
                """, limits: limits)
    }
}

private let runaways = [
    Runaway(name: "endless loop", body: "while true do end"),
    Runaway(
        name: "pattern bomb, stopped by time", body: "return subject:find(bomb)",
        limits: ScriptLimits(time: .milliseconds(50), patternSteps: 0)),
    Runaway(name: "pattern bomb, stopped by its steps", body: "return subject:find(bomb)"),
    Runaway(
        name: "memory bomb",
        body: #"local t = {} while true do t[#t + 1] = string.rep("x", 4000) .. #t end"#),
]
