import CRMPlugin
import Foundation
import PeriluneCore
import Synchronization
import Testing

@testable import CRMSandboxPlugin

struct EventTypesTests {
    /// Writes down all that happened.
    private final class Listener: OperationObserver {
        private let heard = Mutex<[String]>([])

        var operations: [String] { heard.withLock { $0 } }

        func interest(
            in message: String, on entity: String, session: Session
        ) throws(CRMFault) -> OperationInterest? { [] }

        func observe(
            _ operation: inout CRMSandboxPlugin.Operation,
            at stage: CRMSandboxPlugin.Operation.Stage, session: Session
        ) throws(CRMFault) {}

        func committed(_ operations: [CRMSandboxPlugin.Operation], of organization: Organization) {
            for operation in operations where operation.depth == 1 {
                let target = operation.target
                heard.withLock {
                    $0.append(
                        "\(target?.logicalName ?? "none").\(operation.message) "
                            + "\(target?.id ?? .zero)")
                }
            }
        }
    }

    private let listener = Listener()
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox { [listener] in $0.observers = [listener] } }

    private var last: String? { listener.operations.last }

    @Test func theDocumentationListsEveryType() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../../..")
        let text = try String(
            contentsOf: root.appending(path: "Documentation/CRMSandbox.md"), encoding: .utf8)
        let list = EventTypes(MessageTable()).markdown
        #expect(text.contains("<!-- event types -->\n\(list)"), "the list is now:\n\(list)")
    }

    @Test(arguments: [("WinOpportunity", "Win", Int32(3)), ("LoseOpportunity", "Lose", 4)])
    func theEndOfAnOpportunityIsAboutTheOpportunity(
        _ request: String, _ message: String, _ status: Int32
    ) throws {
        let id = try sandbox.create("opportunity", ["name": "O"])
        let close = Entity("opportunityclose", ["opportunityid": reference("opportunity", id)])
        try sandbox.execute(
            request, ["OpportunityClose": .entity(close), "Status": .option(.init(status))])
        #expect(last == "opportunity.\(message) \(id)")
    }

    @Test(arguments: [("WinQuote", "Win", Int32(4)), ("CloseQuote", "Close", 5)])
    func theEndOfAQuoteIsAboutTheQuote(
        _ request: String, _ message: String, _ status: Int32
    ) throws {
        let id = try sandbox.create("quote", ["name": "Q"])
        try sandbox.force("quote", id, ["statecode": .option(1), "statuscode": .option(2)])
        let close = Entity("quoteclose", ["quoteid": reference("quote", id)])
        try sandbox.execute(
            request, ["QuoteClose": .entity(close), "Status": .option(.init(status))])
        #expect(last == "quote.\(message) \(id)")
    }

    @Test func aCanceledOrderIsAboutTheOrder() throws {
        let id = try sandbox.create("salesorder", ["name": "O"])
        let close = Entity("orderclose", ["salesorderid": reference("salesorder", id)])
        try sandbox.execute(
            "CancelSalesOrder", ["OrderClose": .entity(close), "Status": .option(-1)])
        #expect(last == "salesorder.Cancel \(id)")
    }

    @Test func aResolvedCaseIsAboutTheCase() throws {
        let account = try sandbox.create("account", ["name": "A"])
        let id = try sandbox.create(
            "incident", ["title": "I", "customerid": reference("account", account)])
        let close = Entity("incidentresolution", ["incidentid": reference("incident", id)])
        try sandbox.execute(
            "CloseIncident", ["IncidentResolution": .entity(close), "Status": .option(5)])
        #expect(last == "incident.Close \(id)")
    }

    @Test func aNewStateIsAboutTheRecord() throws {
        let id = try sandbox.create("invoice", ["name": "I"])
        try sandbox.setState("invoice", id, 2, 100_001)
        #expect(last == "invoice.SetState \(id)")
    }

    @Test func aNewQueueItemIsReported() throws {
        let task = try sandbox.create("task", ["subject": "T"])
        let queue = try sandbox.create("queue", ["name": "Q"])
        let item = try sandbox.id(
            "QueueItemId", of: "AddToQueue",
            ["Target": reference("task", task), "DestinationQueueId": .guid(queue)])
        #expect(last == "queueitem.AddToQueue \(item)")
    }

    @Test func stepsCanBeRegisteredForEachType() throws {
        let names = Set(
            try sandbox.find("sdkmessage").compactMap { $0["name", as: String.self] })
        for entry in EventTypes(MessageTable()).entries {
            #expect(names.contains(entry.message))
        }
    }
}

extension EventTypes {
    /// The list as documentation has it.
    var markdown: String {
        var text = "| a client sends | event type |\n|---|---|\n"
        for entry in entries {
            let tables = entry.tables.isEmpty ? ["<entity>"] : entry.tables
            let types = tables.map { "`crm.\($0).\(entry.message.lowercased())`" }
            text += "| \(entry.request) | \(types.joined(separator: ", ")) |\n"
        }
        return text
    }
}
