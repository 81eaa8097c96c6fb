import CRMPlugin
import PeriluneCore
import Testing

@testable import CRMSandboxPlugin

struct OpportunityMessagesTests {
    let sandbox: Sandbox
    let opportunity: GUID

    init() throws {
        sandbox = try Sandbox()
        opportunity = try sandbox.create(
            "opportunity", ["name": "Lamps", "estimatedvalue": .money(Money(900))])
    }

    private func close(
        _ message: String, _ status: Int32, _ attributes: AttributeCollection = [:]
    ) throws(CRMFault) {
        var close = Entity("opportunityclose", attributes)
        close["opportunityid"] = reference("opportunity", opportunity)
        try sandbox.execute(
            message, ["OpportunityClose": .entity(close), "Status": .option(.init(status))])
    }

    @Test func winSetsStateValueAndDate() throws {
        try close("WinOpportunity", -1)
        let won = try sandbox.retrieve("opportunity", opportunity)
        #expect(won["statecode"] == .option(1))
        #expect(won["statuscode"] == .option(3))
        #expect(won["actualvalue", as: Money.self]?.value == 900)
        #expect(won["actualclosedate", as: Timestamp.self]?.description == "2026-09-21T14:13:20Z")
    }

    @Test func leavesACompletedActivity() throws {
        try close("WinOpportunity", 3, ["actualrevenue": .money(Money(800)), "subject": "Yes"])
        let activity = try #require(try sandbox.find("opportunityclose").first)
        #expect(activity["statecode"] == .option(1))
        #expect(activity["statuscode"] == .option(2))
        #expect(activity["subject"] == "Yes")
        #expect(activity["opportunityid"] == reference("opportunity", opportunity))
        let won = try sandbox.retrieve("opportunity", opportunity)
        #expect(won["actualvalue", as: Money.self]?.value == 800)
    }

    @Test(arguments: [(-1, 4), (4, 4), (5, 5)] as [(Int32, Int32)])
    func loseSetsTheStatus(_ asked: Int32, _ expected: Int32) throws {
        try close("LoseOpportunity", asked)
        let lost = try sandbox.retrieve("opportunity", opportunity)
        #expect(lost["statecode"] == .option(2))
        #expect(lost["statuscode"] == .option(.init(expected)))
    }

    @Test func closedAlreadyFaults() throws {
        try close("LoseOpportunity", -1)
        #expect(
            fault { () throws(CRMFault) in try close("WinOpportunity", -1) }?.code == .invalidState)
    }

    @Test func statusOfAnotherStateFaultsAndLeavesNoActivity() throws {
        let fault = fault { () throws(CRMFault) in try close("WinOpportunity", 4) }
        #expect(fault?.code == .invalidStateCodeStatusCode)
        #expect(try sandbox.count("opportunityclose") == 0)
    }

    @Test func missingOpportunityFaults() {
        let fault = fault { () throws(CRMFault) in
            try sandbox.execute(
                "WinOpportunity",
                ["OpportunityClose": .entity(Entity("opportunityclose")), "Status": .option(3)])
        }
        #expect(fault == .missingField("opportunityid"))
    }

    @Test func missingStatusFaults() {
        let fault = fault { () throws(CRMFault) in
            try sandbox.execute(
                "WinOpportunity",
                [
                    "OpportunityClose": .entity(
                        Entity(
                            "opportunityclose",
                            ["opportunityid": reference("opportunity", opportunity)]))
                ])
        }
        #expect(fault == .missingField("Status"))
    }
}

struct QuoteMessagesTests {
    let sandbox: Sandbox
    let quote: GUID

    init() throws {
        sandbox = try Sandbox()
        quote = try sandbox.create("quote", ["name": "Lamps"])
        try sandbox.create(
            "quotedetail",
            [
                "quoteid": reference("quote", quote), "productdescription": "Lamp",
                "quantity": .decimal(2), "priceperunit": .money(Money(10)),
            ])
        try sandbox.setState("quote", quote, 1, 2)
    }

    private func close(_ message: String, _ status: Int32) throws(CRMFault) {
        let close = Entity("quoteclose", ["quoteid": reference("quote", quote)])
        try sandbox.execute(
            message, ["QuoteClose": .entity(close), "Status": .option(.init(status))])
    }

    @Test func winClosesTheQuote() throws {
        try close("WinQuote", -1)
        let won = try sandbox.retrieve("quote", quote)
        #expect(won["statecode"] == .option(2))
        #expect(won["statuscode"] == .option(4))
        #expect(won["closedon"] != nil)
        #expect(try sandbox.find("quoteclose").first?["statecode"] == .option(1))
    }

    @Test(arguments: [(-1, 5), (6, 6), (7, 7)] as [(Int32, Int32)])
    func closeSetsTheStatus(_ asked: Int32, _ expected: Int32) throws {
        try close("CloseQuote", asked)
        let closed = try sandbox.retrieve("quote", quote)
        #expect(closed["statecode"] == .option(3))
        #expect(closed["statuscode"] == .option(.init(expected)))
    }

    @Test func draftFaults() throws {
        let draft = try sandbox.create("quote", ["name": "D"])
        for message in ["WinQuote", "CloseQuote"] {
            let fault = fault { () throws(CRMFault) in
                try sandbox.execute(
                    message,
                    [
                        "QuoteClose": .entity(
                            Entity("quoteclose", ["quoteid": reference("quote", draft)])),
                        "Status": .option(-1),
                    ])
            }
            #expect(fault?.code == .invalidState)
        }
    }

    @Test func statusOfAnotherStateFaults() {
        let fault = fault { () throws(CRMFault) in try close("WinQuote", 5) }
        #expect(fault?.code == .invalidStateCodeStatusCode)
    }

    @Test func reviseMakesTheNextRevision() throws {
        try close("CloseQuote", 7)
        let old = try sandbox.retrieve("quote", quote)
        let results = try sandbox.execute(
            "ReviseQuote", ["QuoteId": .guid(quote), "ColumnSet": .columns(.all)])
        guard case .entity(let new)? = results["Entity"] else {
            Issue.record("no quote")
            return
        }
        #expect(new["statecode"] == .option(0))
        #expect(new["quotenumber"] == old["quotenumber"])
        #expect(new["revisionnumber"] == 1)
        #expect(new["totalamount", as: Money.self]?.value == 20)
        #expect(
            try sandbox.count("quotedetail", ["quoteid": reference("quote", new.id ?? .zero)]) == 1)
    }

    @Test func onlyAClosedQuoteIsRevised() {
        let fault = fault { () throws(CRMFault) in
            try sandbox.execute(
                "ReviseQuote", ["QuoteId": .guid(quote), "ColumnSet": .columns(.all)])
        }
        #expect(fault?.code == .invalidState)
    }
}

struct OrderMessagesTests {
    let sandbox: Sandbox
    let order: GUID

    init() throws {
        sandbox = try Sandbox()
        order = try sandbox.create("salesorder", ["name": "Lamps"])
    }

    private func cancel(_ status: Int32 = -1) throws(CRMFault) {
        let close = Entity("orderclose", ["salesorderid": reference("salesorder", order)])
        try sandbox.execute(
            "CancelSalesOrder",
            ["OrderClose": .entity(close), "Status": .option(.init(status))])
    }

    @Test func cancelSetsTheStateAndLeavesAnActivity() throws {
        try cancel()
        let canceled = try sandbox.retrieve("salesorder", order)
        #expect(canceled["statecode"] == .option(2))
        #expect(canceled["statuscode"] == .option(4))
        #expect(try sandbox.find("orderclose").first?["statecode"] == .option(1))
    }

    @Test func cancelTwiceFaults() throws {
        try cancel()
        #expect(fault { () throws(CRMFault) in try cancel() }?.code == .invalidState)
    }

    @Test func cancelWithStatusOfAnotherStateFaults() {
        #expect(
            fault { () throws(CRMFault) in try cancel(1) }?.code == .invalidStateCodeStatusCode)
    }

    @Test(arguments: [
        ("LockSalesOrderPricing", "SalesOrderId", "salesorder"),
        ("LockInvoicePricing", "InvoiceId", "invoice"),
    ])
    func locksPricesOnce(_ message: String, _ key: String, _ entity: String) throws {
        let id = try sandbox.create(entity, ["name": "Lamps"])
        try sandbox.execute(message, [key: .guid(id)])
        #expect(try sandbox.retrieve(entity, id)["ispricelocked"] == true)
        let fault = fault { () throws(CRMFault) in
            try sandbox.execute(message, [key: .guid(id)])
        }
        #expect(fault?.code == ErrorCode(0x8004_3B1D))
    }

    @Test func lockedPricesCanNotBeChanged() throws {
        let line: AttributeCollection = [
            "salesorderid": reference("salesorder", order), "quantity": .decimal(1),
            "priceperunit": .money(Money(5)),
        ]
        let id = try sandbox.create("salesorderdetail", line)
        try sandbox.execute("LockSalesOrderPricing", ["SalesOrderId": .guid(order)])
        let onOrder = fault { () throws(CRMFault) in
            try sandbox.update("salesorder", order, ["freightamount": .money(Money(1))])
        }
        let onLine = fault { () throws(CRMFault) in
            try sandbox.update("salesorderdetail", id, ["priceperunit": .money(Money(4))])
        }
        let byNewLine = fault { () throws(CRMFault) in
            _ = try sandbox.create("salesorderdetail", line)
        }
        for fault in [onOrder, onLine, byNewLine] {
            #expect(fault?.code == ErrorCode(0x8004_3B1D))
        }
        try sandbox.update("salesorder", order, ["name": "More lamps"])
        try sandbox.update("salesorderdetail", id, ["description": "Bright"])
    }

    @Test func pricesOfAnUnknownOrderFault() {
        let fault = fault { () throws(CRMFault) in
            try sandbox.execute("LockSalesOrderPricing", ["SalesOrderId": .guid(.random())])
        }
        #expect(fault?.code == .objectDoesNotExist)
    }
}
