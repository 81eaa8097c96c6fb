import PeriluneCore
import PeriluneJSON
import Testing

@testable import CRMPlugin

struct ChangeChainTests {
    private let chain = ChangeChain()
    private let record = GUID(high: 1, low: 2)

    private func depth(_ changed: Set<String>, in operation: String = "a") -> Int {
        chain.depth(of: record, in: operation) { changed }
    }

    @Test func anEventCausedByOthersHasNoDepth() {
        #expect(depth(["name"]) == 0)
        chain.recordChange(GUID(high: 3, low: 4), ["name"], depth: 0)
        #expect(depth(["name"]) == 0)
    }

    @Test func repeatedEventsOfAChangeHaveTheSameDepth() {
        chain.recordChange(record, ["name"], depth: 3)
        #expect(depth(["name", "modifiedon"]) == 4)
        #expect(depth(["name", "modifiedon"]) == 4)
    }

    @Test func theSameChangeInAnotherOperationHasNoDepth() {
        chain.recordChange(record, ["name"], depth: 3)
        #expect(depth(["name"], in: "a") == 4)
        #expect(depth(["name"], in: "b") == 0)
    }

    @Test func anEventWithOtherAttributesHasNoDepth() {
        chain.recordChange(record, ["name", "city"], depth: 0)
        #expect(depth(["name"]) == 0)
        #expect(depth(["name", "city"]) == 1)
    }

    @Test func aLoopGetsDeeperEachTime() {
        for round in 0..<10 {
            chain.recordChange(record, ["name"], depth: round)
            #expect(depth(["name"], in: "\(round)") == round + 1)
        }
    }

    @Test func aWebhookOfAChangeHasItsDepth() throws {
        let source = HTTPSource.webhooks(of: "dev", WebhookOptions(), changes: chain) { .none }
        let request = HTTPRequest(
            method: "POST", path: "/webhooks/dev", body: Array(SamplePayload.context(mode: 1).utf8))
        #expect(try source.decode(request).depth == 0)
        let id = try Value(json: try source.decode(request).events[0].json)["data"]?["id"]?.string
        chain.recordChange(try #require(GUID(id ?? "")), [], depth: 7)
        #expect(try source.decode(request).depth == 8)
    }

    @Test func anUpdateOfAScriptIsNotedWithItsDepth() async throws {
        let lab = ScriptLab()
        _ = try await lab.emitted(#"crm.update("lead", "\#(record)", { subject = "x" })"#)
        #expect(lab.changes.depth(of: record, in: "a") { ["subject"] } == 1)
        _ = try await lab.run(
            #"crm.delete("lead", "\#(record)")"#, isDryRun: true)
        #expect(lab.changes.depth(of: record, in: "b") { ["subject"] } == 0)
    }
}
