import PeriluneCore
import Synchronization
import Testing

@testable import Perilune

/// Sources that plugins bring: their own decoding, and senders that wait for the decision.
@Suite(.timeLimit(.minutes(15))) struct SourceTests {
    private struct Hook: Plugin {
        var name: String { "hook" }

        func register(in registry: inout Registry) throws(PeriluneError) {
            registry.addRedaction { $0.replacing("secret", with: "***") }
            try registry.add(
                HTTPSource(path: "/hook", bodyLimit: 100) { (request) throws(PeriluneError) in
                    if request.query != "code=secret" {
                        throw PeriluneError("http.unauthorized", "the code is not secret")
                    }
                    let id = String(decoding: request.body, as: UTF8.self)
                    if id == "bad" { throw PeriluneError("hook.bad", "secret is bad") }
                    if id == "none" {
                        return .init([], answer: .decided { _ in HTTPResponse(200) })
                    }
                    let event = Event(id: id, source: "hook", type: "test.hook")
                    guard request.headers["x-sync"] != nil else {
                        return .init([event], identity: id)
                    }
                    var delivery = EventDelivery(
                        [event], identity: request.headers["x-identity"],
                        answer: .decided { record in
                            HTTPResponse(
                                record.outcome == .rejected ? 400 : 200, "text/plain",
                                record.reason ?? record.outcome.rawValue)
                        })
                    delivery.depth = Int(request.headers["x-depth"] ?? "") ?? 0
                    delivery.late = request.headers["x-late"]
                        .flatMap { Int($0) }.map { HTTPResponse($0) }
                    return delivery
                })
        }
    }

    private func door(
        _ change: (inout IntakeOptions) -> Void = { _ in }, _ delegate: Delegate? = nil
    ) throws -> Door {
        try Door(change: change) {
            Hook()
            if let delegate { delegate }
            Script(
                name: "veto.lua",
                source: """
                    local state = require "state"
                    return { on = "test.*", execute = function(event, commander)
                      state.count = (state.count or 0) + 1
                      if event.id == "no" then return commander:reject("because") end
                    end }
                    """)
        }
    }

    private func ask(
        _ door: Door, _ id: String, sync: Bool = true, code: String = "secret"
    ) async
        -> HTTPResponse
    {
        await door.ask(
            HTTPRequest(
                method: "POST", path: "/hook", query: "code=\(code)",
                headers: sync ? [("X-Sync", "1")] : [], body: Array(id.utf8)))
    }

    @Test func theDecisionBecomesTheAnswer() async throws {
        let door = try door()
        defer { door.remove() }
        let yes = await ask(door, "yes")
        #expect(yes.status == 200)
        #expect(yes.text == "handled")
        let no = await ask(door, "no")
        #expect(no.status == 400)
        #expect(no.text == "because")
        // Its record and what it changed are kept by the time of the answer.
        #expect(try door.written() == ["yes handled", "no rejected"])
        await door.drain()
    }

    @Test func asynchronousDeliveriesAreAcceptedOnceByTheirIdentity() async throws {
        let door = try door()
        defer { door.remove() }
        #expect(await ask(door, "1", sync: false).status == 202)
        #expect(await ask(door, "1", sync: false).text == "{\"accepted\":0,\"repeated\":1}\n")
        await door.drain()
        #expect(try door.written() == ["1 handled"])
    }

    @Test func refusalsHaveTheirStatusAndNoSecrets() async throws {
        let door = try door()
        defer { door.remove() }
        let wrong = await ask(door, "1", code: "guess")
        #expect(wrong.status == 401)
        #expect(wrong.text.contains("the code is not ***"))
        let bad = await ask(door, "bad")
        #expect(bad.status == 400)
        #expect(bad.text.contains("*** is bad"))
        #expect(await ask(door, String(repeating: "x", count: 101)).status == 413)
        #expect(await ask(door, "none").errorCode == "event.missing")
        #expect(door.intake.bodyLimit(for: "/hook") == 100)
    }

    private func ask(
        _ door: Door, _ id: String, _ name: String, _ value: String
    ) async
        -> HTTPResponse
    {
        await door.ask(
            HTTPRequest(
                method: "POST", path: "/hook", query: "code=secret",
                headers: [("X-Sync", "1"), (name, value)], body: Array(id.utf8)))
    }

    @Test func aDeliveryThatIsWaitedForTwiceIsDecidedOnce() async throws {
        let door = try door()
        defer { door.remove() }
        for _ in 0..<3 { #expect(await ask(door, "no", "X-Identity", "7").text == "because") }
        #expect(await ask(door, "yes", "X-Identity", "8").text == "handled")
        #expect(try door.written() == ["no rejected", "yes handled"])
        await door.drain()
    }

    @Test func twoRequestsThatWaitForTheSameDecisionBothGetIt() async throws {
        let journal = Journal()
        let slow = Delegate(name: "wait", interests: Interests()) { _ in Waits(journal: journal) }
        let door = try door({ _ in }, slow)
        defer { door.remove() }
        async let first = ask(door, "1", "X-Identity", "7")
        async let second = ask(door, "1", "X-Identity", "7")
        journal.note("go")
        #expect(await [first.text, second.text] == ["handled", "handled"])
        #expect(try door.written() == ["1 handled"])
        await door.drain()
    }

    @Test(arguments: [(8, "handled"), (9, "failed")])
    func anEventCausedByItsOwnRuleDoesNotLoopForever(
        _ depth: Int, _ outcome: String
    ) async throws {
        let door = try door()
        defer { door.remove() }
        #expect(await ask(door, "1", "X-Depth", "\(depth)").text == outcome)
        await door.drain()
        #expect(door.problems.codes.withLock(\.self) == (depth > 8 ? ["event.depth"] : []))
        #expect(door.intake.quarantined == (depth > 8 ? 1 : 0))
    }

    @Test func aSourceWithoutAuthenticationIsRefusedIfATokenIsRequired() throws {
        struct Open: Plugin {
            let name = "open"
            func register(in registry: inout Registry) throws(PeriluneError) {
                try registry.add(
                    HTTPSource(path: "/open", authenticationHint: "lock it") { _ in .init([]) })
            }
        }
        let error = #expect(throws: PeriluneError.self) {
            let strict = { (options: inout IntakeOptions) in options.allowsAnonymous = false }
            _ = try Door(change: strict, { Open() })
        }
        #expect(error?.code == "http.anonymous")
        #expect(error?.message.contains("/open") == true)
        #expect(error?.hint == "lock it")
        try Door { Open() }.remove()
    }

    @Test func aDecisionThatTakesTooLongIsAnswered504() async throws {
        let journal = Journal()
        let slow = Delegate(name: "wait", interests: Interests()) { _ in Waits(journal: journal) }
        let door = try door({ $0.decisionTime = .milliseconds(20) }, slow)
        defer { door.remove() }
        let late = await ask(door, "1")
        #expect(late.status == 504)
        #expect(late.errorCode == "intake.time")
        #expect(await ask(door, "2", "X-Late", "200").status == 200)
        journal.note("go")
        await door.drain()
        #expect(try door.written() == ["1 handled", "2 handled"])
    }
}

/// Waits for the journal, whatever the event is.
private final class Waits: EventDelegate {
    private let journal: Journal

    init(journal: Journal) { self.journal = journal }

    func shouldHandle(_ event: any EventContent, _ commander: Commander) -> Bool { true }

    func execute(
        _ event: any EventContent, _ commander: Commander
    ) throws(PeriluneError) -> Execution { .suspended(Pausing(event, journal)) }

    func finish(committed: Bool) {}
}

private final class Pausing: Suspension, @unchecked Sendable {
    let event: any EventContent
    private let journal: Journal

    init(_ event: any EventContent, _ journal: Journal) {
        self.event = event
        self.journal = journal
    }

    func wait() async { await journal.waitFor("go") }

    func resume(_ commander: Commander) -> Execution { .finished(.handled) }
}
