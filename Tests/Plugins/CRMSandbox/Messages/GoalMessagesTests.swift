import CRMPlugin
import PeriluneCore
import Testing

@testable import CRMSandboxPlugin

struct GoalMessagesTests {
    let sandbox: Sandbox
    let metric: GUID
    let goal: GUID

    init() throws {
        sandbox = try Sandbox()
        metric = try sandbox.create("metric", ["name": "Revenue", "isamount": true])
        try sandbox.create(
            "rollupfield",
            [
                "metricid": reference("metric", metric), "goalattribute": .option(3),
                "sourceentity": "opportunity", "sourceattribute": "actualvalue",
                "sourcestate": 1, "dateattribute": "actualclosedate",
            ])
        goal = try sandbox.create(
            "goal",
            [
                "title": "Year", "metricid": reference("metric", metric),
                "goalstartdate": try date("2026-01-01T00:00:00Z"),
                "goalenddate": try date("2026-12-31T23:59:59Z"),
                "targetmoney": .money(Money(1000)),
            ])
    }

    private func win(_ amount: Int64, on day: String = "2026-09-01T00:00:00Z") throws {
        let id = try sandbox.create("opportunity", ["name": "O"])
        try sandbox.execute(
            "WinOpportunity",
            [
                "OpportunityClose": .entity(
                    Entity(
                        "opportunityclose",
                        [
                            "opportunityid": reference("opportunity", id),
                            "actualrevenue": .money(Money(CRMDecimal(amount))),
                            "actualend": try date(day),
                        ])), "Status": .option(-1),
            ])
    }

    private func recalculate(_ id: GUID) throws -> Entity {
        try sandbox.execute("Recalculate", ["Target": reference("goal", id)])
        return try sandbox.retrieve("goal", id)
    }

    @Test func addsUpTheMetric() throws {
        try win(200)
        try win(50)
        try win(7, on: "2025-01-01T00:00:00Z")
        try sandbox.create("opportunity", ["name": "Open", "actualvalue": .money(Money(5))])
        let goal = try recalculate(goal)
        #expect(goal["actualmoney", as: Money.self]?.value == 250)
        #expect(goal["percentage", as: CRMDecimal.self] == 25)
        #expect(goal["lastrolledupdate"] != nil)
    }

    @Test func addsChildGoalsAndGoesUpToTheParent() throws {
        try win(100)
        let child = try sandbox.create(
            "goal",
            [
                "title": "September", "metricid": reference("metric", metric),
                "parentgoalid": reference("goal", goal),
                "goalstartdate": try date("2026-09-01T00:00:00Z"),
                "goalenddate": try date("2026-09-30T00:00:00Z"),
                "targetmoney": .money(Money(100)),
            ])
        try sandbox.update("goal", goal, ["rolluponlyfromchildgoals": true])
        #expect(try recalculate(child)["actualmoney", as: Money.self]?.value == 100)
        #expect(
            try sandbox.retrieve("goal", goal)["actualmoney", as: Money.self]?.value == 100)
    }

    @Test func cycleOfGoalsTerminates() throws {
        try sandbox.update("goal", goal, ["parentgoalid": reference("goal", goal)])
        _ = try recalculate(goal)
    }

    @Test func otherTablesFault() throws {
        let account = try sandbox.create("account", ["name": "A"])
        let fault = fault { () throws(CRMFault) in
            try sandbox.execute("Recalculate", ["Target": reference("account", account)])
        }
        #expect(fault?.code == ErrorCode(0x8010_0008))
    }
}
