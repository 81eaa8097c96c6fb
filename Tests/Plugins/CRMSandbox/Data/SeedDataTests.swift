import CRMPlugin
import Testing

@testable import CRMSandboxPlugin

struct SeedDataTests {
    @Test func hasRecordsInEveryTable() throws {
        let sandbox = try Sandbox { $0.seedsData = true }
        for (entity, count) in [
            ("account", 20), ("contact", 40), ("lead", 20), ("opportunity", 15), ("quote", 6),
            ("salesorder", 4), ("invoice", 3), ("incident", 10), ("queue", 3), ("queueitem", 5),
            ("campaign", 2), ("list", 4), ("task", 10), ("email", 5), ("phonecall", 5),
            ("appointment", 3), ("product", 9), ("systemuser", 5), ("team", 2), ("role", 3),
            ("activitypointer", 25), ("goal", 3), ("contract", 2),
        ] {
            let found = try sandbox.organization.withSession { (session) throws(CRMFault) in
                try session.query(Query(entity)).entities.count
            }
            #expect(found == count, "\(entity)")
        }
    }

    @Test func isReproducible() throws {
        func read() throws -> [Entity] {
            let sandbox = try Sandbox { $0.seedsData = true }
            return try sandbox.organization.withSession { (session) throws(CRMFault) in
                var query = Query("contact")
                query.columns = [.init("fullname"), .init("createdon"), .init("parentcustomerid")]
                return try session.query(query).entities
            }
        }
        #expect(try read().map(\.attributes) == read().map(\.attributes))
    }

    @Test func totalsOfQuotesFollowFromTheirLines() throws {
        let sandbox = try Sandbox { $0.seedsData = true }
        let seeder = try sandbox.organization.withSession { (session) throws(CRMFault) in
            Seeder(session).reference("quote", 1).id
        }
        let quote = try sandbox.retrieve("quote", seeder)
        // 4 desks, 8 chairs, and the freight.
        #expect(quote["totallineitemamount", as: Money.self]?.value == 4240)
        #expect(quote["totalamount", as: Money.self]?.value == 4300)
        #expect(quote.formattedValues["totalamount"] == "$4,300.00")
    }

    @Test func generatesManyAccounts() throws {
        let sandbox = try Sandbox()
        try sandbox.organization.generateAccounts(100)
        let found = try sandbox.organization.withSession { (session) throws(CRMFault) in
            try session.query(Query("account")).entities.count
        }
        #expect(found == 100)
    }
}
