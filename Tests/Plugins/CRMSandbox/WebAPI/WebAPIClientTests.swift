import PeriluneCore
import PeriluneHTTP
import Testing

@testable import CRMPlugin
@testable import CRMSandboxPlugin

/// The client and the sandbox's service against each other.
struct WebAPIClientTests {
    private let organization: Organization
    private let client: WebAPIClient

    init() throws {
        var options = OrganizationOptions()
        options.seedsData = false
        organization = try Organization(path: ":memory:", options: options)
        client = try WebAPILoop.client(organization, schema: organization.schema)
    }

    private func code(_ body: () async throws(CRMError) -> Void) async -> ErrorCode? {
        do throws(CRMError) {
            try await body()
            return nil
        } catch {
            if case .fault(let fault) = error { return fault.code }
            Issue.record("\(error)")
            return nil
        }
    }

    @Test func readsTheTablesOfTheOrganizationOnce() async throws {
        let client = try WebAPILoop.client(organization)
        let schema = try await client.schema()
        let own = organization.schema
        #expect(schema.entities.map(\.logicalName) == own.entities.map(\.logicalName))
        for (read, own) in zip(schema.entities, own.entities) {
            #expect(read.entitySetName == own.entitySetName && read.keys.count == own.keys.count)
            #expect(read.primaryIdAttribute == own.primaryIdAttribute)
            #expect(read.attributes.map(\.logicalName) == own.attributes.map(\.logicalName))
            #expect(read.attributes.map(\.type) == own.attributes.map(\.type), "\(own.logicalName)")
            let targets = read.attributes.map(\.targets)
            #expect(targets == own.attributes.map(\.targets), "\(own.logicalName)")
        }
        let names = Dictionary(grouping: own.relationships, by: \.schemaName)
        for relationship in schema.relationships {
            #expect(names[relationship.schemaName]?.contains(relationship) == true)
        }
        #expect(Set(schema.relationships.map(\.schemaName)) == Set(names.keys))
    }

    @Test func anUnknownMessageGetsASuggestion() throws {
        let fault = fault { () throws(CRMFault) in
            _ = try organization.execute(OrganizationRequest("WinOportunity"))
        }
        #expect(
            fault?.message
                == "The 'WinOportunity' request is not implemented. Did you mean 'WinOpportunity'?")
    }

    @Test func choicesAreReadForTheNamedTables() async throws {
        let client = try WebAPILoop.client(organization)
        let schema = try await client.schema(withChoicesOf: ["lead", "nothing"])
        let kinds: Set<AttributeType> = [.multiSelectPicklist, .picklist, .state, .status]
        let own = try #require(organization.schema.entity("lead"))
        for attribute in own.attributes where kinds.contains(attribute.type) {
            let read = schema.entity("lead")?.attribute(attribute.logicalName)
            #expect(read?.options == attribute.options, "\(attribute.logicalName)")
        }
        #expect(schema.entity("lead")?.attribute("statuscode")?.options.first?.state == 0)
        #expect(schema.entity("account")?.attribute("statecode")?.options == [])
    }

    @Test func choicesAreReadForAllTablesIfNoneIsNamed() async throws {
        let client = try WebAPILoop.client(organization)
        let schema = try await client.schema(withChoicesOf: [])
        let files = try CRMCodeGenerator(schema, tables: ["account", "lead"]).files(.lua)
        #expect(files[0].text.contains("---@alias crm.lead.leadqualitycode\n---| 1 # Hot\n"))
        #expect(files[0].text.contains("---@alias crm.account.statecode\n---| 0 # Active\n"))
    }

    @Test func recordsKeepTheirValues() async throws {
        let id = GUID(high: 7, low: 7)
        var entity = Entity("account", id: id)
        entity["name"] = "O'Neil & <Søn>"
        entity["revenue"] = .money(Money(CRMDecimal(mantissa: 900_719_925_474_12, scale: 2)))
        entity["numberofemployees"] = 3
        #expect(try await client.create(entity) == id)
        let found = try await client.retrieve(
            "account", id, ["name", "revenue", "numberofemployees", "ownerid", "statecode"])
        #expect(found["name"] == entity["name"] && found["numberofemployees"] == 3)
        #expect(found["revenue"] == entity["revenue"])
        #expect(found.formattedValues["statecode"] == "Active" && found.rowVersion != nil)
        #expect(found["ownerid", as: EntityReference.self]?.logicalName == "systemuser")
        try await client.update(Entity("account", id: id, ["name": .null]))
        #expect(try await client.retrieve("account", id, ["name"])["name"] == nil)
        try await client.delete("account", id)
        #expect(
            await code { () throws(CRMError) in
                _ = try await client.retrieve("account", id, ["name"])
            }
                == .objectDoesNotExist)
    }

    @Test func anUpdateOfAMissingRecordFails() async throws {
        let missing = Entity("account", id: .random(), ["name": "x"])
        #expect(
            await code { () throws(CRMError) in try await client.update(missing) }
                == .objectDoesNotExist)
    }

    @Test func versionsAreChecked() async throws {
        let id = try await client.create(Entity("account", ["name": "a"]))
        var entity = try await client.retrieve("account", id, ["name"])
        try await client.update(Entity("account", id: id, ["name": "b"]))
        entity["name"] = "c"
        let stale = entity
        let request = OrganizationRequest(
            "Update", namespace: .xrm,
            ["Target": .entity(stale), "ConcurrencyBehavior": .option(1)])
        #expect(
            await code { () throws(CRMError) in _ = try await client.execute(request) }
                == .concurrencyVersionMismatch)
    }

    @Test func upsertReturnsWhetherItCreated() async throws {
        let entity = Entity("account", id: .random(), ["name": "u"])
        for created in [true, false] {
            let response = try await client.execute(
                OrganizationRequest("Upsert", namespace: .xrm, ["Target": .entity(entity)]))
            #expect(response.results["RecordCreated"] == .bool(created))
        }
    }

    @Test func pagesFollowTheCookie() async throws {
        for number in 0..<7 {
            _ = try await client.create(Entity("account", ["name": .string("p\(number)")]))
        }
        var query = Query("account")
        query.columns = [.init("name")]
        query.orders = [.init("name")]
        query.page.count = 3
        query.page.returnsTotal = true
        var names: [CRMValue?] = []
        while true {
            let page = try await client.retrieveMultiple(.expression(query))
            names += page.entities.map { $0["name"] }
            #expect(page.totalRecordCount == 7)
            guard page.moreRecords else { break }
            query.page.number += 1
            query.page.cookie = page.pagingCookie
        }
        #expect(names == (0..<7).map { .string("p\($0)") })
    }

    @Test func pagesByOptionsFollowTheLink() async throws {
        for number in 0..<5 {
            _ = try await client.create(Entity("account", ["name": .string("l\(number)")]))
        }
        var pages = try await client.pages(
            of: "account", options: "$select=name&$orderby=name%20desc", pageSize: 2)
        var names: [CRMValue?] = []
        while let page = try await pages.next() { names += page.entities.map { $0["name"] } }
        #expect(names == (0..<5).reversed().map { .string("l\($0)") })
    }

    @Test func linkedColumnsAndAggregatesKeepTheirTypes() async throws {
        let id = try await client.create(
            Entity("account", ["name": "a", "revenue": .money(Money(12))]))
        _ = try await client.create(
            Entity(
                "contact",
                ["lastname": "c", "parentcustomerid": .reference(EntityReference("account", id))]))
        let linked = try await client.retrieveMultiple(
            .fetch(
                """
                <fetch><entity name="contact"><attribute name="lastname"/>
                <link-entity name="account" from="accountid" to="parentcustomerid" alias="a">
                <attribute name="revenue"/></link-entity></entity></fetch>
                """))
        guard case .aliased(let revenue)? = linked.entities.first?["a.revenue"] else {
            Issue.record("no linked column")
            return
        }
        #expect(revenue.value == .money(Money(12)))
        let counted = try await client.retrieveMultiple(
            .fetch(
                """
                <fetch aggregate="true"><entity name="account">
                <attribute name="accountid" alias="n" aggregate="count"/></entity></fetch>
                """))
        guard case .aliased(let count)? = counted.entities.first?["n"] else {
            Issue.record("no count")
            return
        }
        #expect(count.value == .int(1))
    }

    @Test func recordsAreRelatedAndReadTogether() async throws {
        let account = try await client.create(Entity("account", ["name": "a"]))
        var contacts: [EntityReference] = []
        for name in ["x", "y"] {
            let id = try await client.create(Entity("contact", ["lastname": .string(name)]))
            contacts.append(EntityReference("contact", id))
        }
        let relationship = Relationship("contact_customer_accounts")
        func relate(_ message: String, _ others: [EntityReference]) async throws(CRMError) {
            _ = try await client.execute(
                OrganizationRequest(
                    message, namespace: .xrm,
                    [
                        "Target": .reference(EntityReference("account", account)),
                        "Relationship": .relationship(relationship),
                        "RelatedEntities": .references(others),
                    ]))
        }
        func related() async throws(CRMError) -> [CRMValue?] {
            var query = Query("contact")
            query.columns = [.init("lastname")]
            query.orders = [.init("lastname")]
            let response = try await client.execute(
                OrganizationRequest(
                    "Retrieve", namespace: .xrm,
                    [
                        "Target": .reference(EntityReference("account", account)),
                        "ColumnSet": .columns(["name"]),
                        "RelatedEntitiesQuery": .relatedQueries(
                            RelationshipQueryCollection([.init(relationship, .expression(query))])),
                    ]))
            guard case .entity(let entity)? = response.results["Entity"] else { return [] }
            return entity.relatedEntities.first?.entities.entities.map { $0["lastname"] } ?? []
        }
        try await relate("Associate", contacts)
        #expect(try await related() == ["x", "y"])
        try await relate("Disassociate", [contacts[0]])
        #expect(try await related() == ["y"])
    }

    @Test func aFailureInATransactionUndoesAll() async throws {
        let good = OrganizationRequest(
            "Create", namespace: .xrm, ["Target": .entity(Entity("account", ["name": "t"]))])
        let bad = OrganizationRequest(
            "Delete", namespace: .xrm,
            ["Target": .reference(EntityReference("account", .random()))])
        let request = OrganizationRequest(
            "ExecuteTransaction", namespace: .xrm, ["Requests": .requests([good, bad])])
        #expect(
            await code { () throws(CRMError) in _ = try await client.execute(request) }
                == .objectDoesNotExist)
        var query = Query("account")
        query.filters = [.init([.init("name", .equal, ["t"])])]
        #expect(try await client.retrieveMultiple(.expression(query)).entities.isEmpty)
    }

    @Test(arguments: [true, false])
    func executeMultipleSaysWhichFailed(_ goesOn: Bool) async throws {
        func create(_ name: String) -> OrganizationRequest {
            OrganizationRequest(
                "Create", namespace: .xrm,
                ["Target": .entity(Entity("account", ["name": .string(name)]))])
        }
        let missing = OrganizationRequest(
            "Delete", namespace: .xrm, ["Target": .reference(EntityReference("account", .random()))]
        )
        let response = try await client.execute(
            OrganizationRequest(
                "ExecuteMultiple", namespace: .xrm,
                [
                    "Requests": .requests([create("a"), missing, create("b")]),
                    "Settings": .multipleSettings(ExecuteMultipleSettings(continueOnError: goesOn)),
                ]))
        guard case .multipleResponses(let items)? = response.results["Responses"] else {
            Issue.record("no responses")
            return
        }
        #expect(response.results["IsFaulted"] == true)
        #expect(items.map(\.requestIndex) == (goesOn ? [0, 1, 2] : [0, 1]))
        #expect(items[1].fault?.code == .objectDoesNotExist)
        #expect(items[0].response?.results["id"] != nil)
    }

    @Test func statesAndOwnersChangeByTheirMessages() async throws {
        let id = try await client.create(Entity("account", ["name": "s"]))
        _ = try await client.execute(
            OrganizationRequest(
                "SetState",
                [
                    "EntityMoniker": .reference(EntityReference("account", id)),
                    "State": .option(1), "Status": .option(-1),
                ]))
        let found = try await client.retrieve("account", id, ["statecode", "statuscode"])
        #expect(found["statecode"] == .option(1) && found["statuscode"] == .option(2))
    }

    @Test func longQueriesAreSentInABatch() async throws {
        let values = (0..<1200).map { _ in CRMValue.guid(.random()) }
        var query = Query("account")
        query.filters = [.init([.init("accountid", .in, values)])]
        #expect(try await client.retrieveMultiple(.expression(query)).entities.isEmpty)
    }
}
