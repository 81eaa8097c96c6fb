import PeriluneCore
import PeriluneStore
import Testing

@testable import Perilune

/// What became of a version is told once, however often its files are looked at.
@Suite(.timeLimit(.minutes(15))) struct RefusalTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func host() async throws -> Host {
        try folder.say("old")
        return try await Host { try Script(folder.path("say.lua")) }
    }

    /// A look at the files, as after a change.
    private func look(_ host: Host, asked: Bool = false) async -> ReloadOutcome {
        var request = ReloadRequest()
        request.isAsked = asked
        return await host.attempt(request)
    }

    @Test func aVersionIsRefusedOnce() async throws {
        let host = try await host()
        try folder.write("say.lua", "return {")
        #expect(await look(host).isChange)
        #expect(await !look(host).isChange)
        #expect(host.reloads.refused == 1)
        #expect(host.reloads.isBehind)
        #expect(await !look(host, asked: true).isChange)
        #expect(host.reloads.refused == 2)
    }

    @Test func anotherVersionWithTheSameErrorIsRefusedAgain() async throws {
        let host = try await host()
        try folder.write("say.lua", "return {")
        #expect(await look(host).isChange)
        try folder.write("say.lua", "return  {")
        #expect(await look(host).isChange)
        #expect(host.reloads.refused == 2)
    }

    @Test func restoringTheCurrentVersionChangesNothing() async throws {
        let host = try await host()
        try folder.write("say.lua", "return {")
        #expect(await look(host).isChange)
        try folder.say("old")
        let outcome = await look(host)
        let reload = try outcome.result.get()
        #expect(outcome.isChange)
        #expect(reload.isUnchanged)
        #expect(reload.isBack)
        #expect(reload.description == "no script has changed; the files are in use again")
        #expect(!host.reloads.isBehind)
        #expect(await !look(host).isChange)
    }

    @Test func restoringAMissingFileIsReported() async throws {
        let host = try await host()
        try Files.remove(folder.path("say.lua"))
        #expect(await look(host).isChange)
        try folder.say("old")
        #expect(
            try await look(host).result.get().description
                == "no script has changed; the files are in use again")
    }

    @Test func anUnchangedReloadCountsOnlyOnRequest() async throws {
        let host = try await host()
        #expect(await !look(host).isChange)
        #expect(host.reloads.unchanged == 0)
        #expect(await !look(host, asked: true).isChange)
        #expect(host.reloads.unchanged == 1)
    }

    @Test func checksReceiveTheChangedScripts() async throws {
        try folder.say("other", "other.lua")
        try folder.say("old")
        let host = try await Host {
            try Script(folder.path("other.lua"))
            try Script(folder.path("say.lua"))
        }
        try folder.say("new")
        let check: ReloadCheck = { next throws(PeriluneError) in
            throw PeriluneError(
                "told", "\(next.changed.map(\.name)) of \(next.scripts.map(\.name))")
        }
        let error = await #expect(throws: PeriluneError.self) {
            try await host.reload(checks: [check])
        }
        #expect(error?.message == #"["say.lua"] of ["other.lua", "say.lua"]"#)
    }

    @Test(
        arguments: [
            (nil, .partitionKey, "a script now keeps state: events with the same source"),
            (.partitionKey, .all, "now all events are processed in order, previously events with"),
            (
                .all, .path("subject"),
                "now events with the same subject are processed in order, previously all"
            ),
            (.all, nil, "no script keeps state any more"),
        ] as [(PeriluneCore.Delegate.Ordering?, PeriluneCore.Delegate.Ordering?, String)])
    func aChangeOfTheOrderingKeyIsExplained(
        _ from: PeriluneCore.Delegate.Ordering?, _ to: PeriluneCore.Delegate.Ordering?,
        _ text: String
    ) {
        #expect(OrderChange(from: from, to: to).description.hasPrefix(text))
    }
}
