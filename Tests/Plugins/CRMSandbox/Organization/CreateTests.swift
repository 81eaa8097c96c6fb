import CRMPlugin
import PeriluneCore
import Testing

@testable import CRMSandboxPlugin

struct CreateTests {
    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    @Test func returnsTheCreatedRecord() throws {
        let id = try sandbox.create(
            "account",
            [
                "name": "Harbour Light Ltd", "revenue": .money(Money(CRMDecimal("12.5") ?? 0)),
                "numberofemployees": 12, "creditonhold": true, "industrycode": .option(7),
            ])
        let account = try sandbox.retrieve("account", id)
        #expect(account["name"] == "Harbour Light Ltd")
        #expect(account["revenue", as: Money.self]?.value == CRMDecimal("12.5"))
        #expect(account["numberofemployees"] == 12)
        #expect(account["creditonhold"] == true)
        #expect(account["accountid"] == .guid(id))
        #expect(account.formattedValues["industrycode"] == "Consulting")
        #expect(account.formattedValues["revenue"] == "$12.50")
    }

    @Test func fillsStateOwnerAndTimes() throws {
        let account = try sandbox.retrieve("account", sandbox.create("account", ["name": "A"]))
        #expect(account["statecode"] == .option(0))
        #expect(account["statuscode"] == .option(1))
        #expect(account["ownerid"] == reference("systemuser", WellKnown.administrator))
        #expect(account["owninguser"] == reference("systemuser", WellKnown.administrator))
        #expect(account["owningbusinessunit"] == reference("businessunit", WellKnown.businessUnit))
        #expect(account["createdon", as: Timestamp.self]?.description == "2026-09-21T14:13:20Z")
        #expect(account["modifiedby", as: EntityReference.self]?.name == "System Administrator")
        #expect(account["donotphone"] == false)
    }

    @Test func acceptsAStatusOfTheFirstStateOnly() throws {
        let id = try sandbox.create("lead", ["lastname": "B", "statuscode": .option(2)])
        #expect(try sandbox.retrieve("lead", id)["statuscode"] == .option(2))
        let fault = fault { () throws(CRMFault) in
            try sandbox.create("lead", ["lastname": "B", "statuscode": .option(4)])
        }
        #expect(fault?.code == .invalidStateCodeStatusCode)
    }

    @Test func ignoresAStateThatIsNotTheFirst() throws {
        let id = try sandbox.create(
            "account", ["name": "A", "statecode": .option(1), "statuscode": .option(2)])
        let account = try sandbox.retrieve("account", id)
        #expect(account["statecode"] == .option(0))
        #expect(account["statuscode"] == .option(1))
    }

    @Test func overriddenTimeBecomesTheTimeOfCreation() throws {
        let date = Timestamp("2019-01-02T03:04:05Z")
        let id = try sandbox.create(
            "account", ["name": "A", "overriddencreatedon": .date(try #require(date))])
        #expect(try sandbox.retrieve("account", id)["createdon", as: Timestamp.self] == date)
    }

    @Test func emptyTextIsNull() throws {
        let id = try sandbox.create("account", ["name": "A", "tickersymbol": ""])
        #expect(try sandbox.retrieve("account", id)["tickersymbol"] == nil)
    }

    @Test func refusesAnIdentityThatIsTaken() throws {
        let id = try sandbox.create("account", ["name": "A"])
        let fault = fault { () throws(CRMFault) in
            try sandbox.create("account", ["name": "B"], id: id)
        }
        #expect(fault == CRMFault(.duplicateRecord, "Cannot insert duplicate key."))
    }

    @Test func keepsTheIdentityThatItIsGiven() throws {
        let id = GUID.random()
        #expect(try sandbox.create("account", ["accountid": .guid(id), "name": "A"]) == id)
    }

    @Test func refusesUnknownColumns() throws {
        let fault = fault { () throws(CRMFault) in
            try sandbox.create("account", ["foo": "bar"])
        }
        #expect(fault?.code == .queryNoAttribute)
        #expect(
            fault?.message
                == "'Account' entity doesn't contain attribute with Name = 'foo' and NameMapping = 'Logical'"
        )
    }

    @Test func refusesAnUnknownTable() throws {
        let fault = fault { () throws(CRMFault) in try sandbox.create("nothing", [:]) }
        #expect(fault?.code == .queryNoEntity)
    }

    @Test func refusesAMissingTarget() throws {
        let fault = fault { () throws(CRMFault) in try sandbox.execute("Create", [:]) }
        #expect(fault == CRMFault(.invalidArgument, "Required field 'Target' is missing"))
    }

    @Test func refusesALookupOfARecordThatIsNotThere() throws {
        let id = GUID.random()
        let fault = fault { () throws(CRMFault) in
            try sandbox.create("account", ["primarycontactid": reference("contact", id)])
        }
        #expect(fault == CRMFault(.objectDoesNotExist, "contact With Id = \(id) Does Not Exist"))
    }

    @Test func refusesALookupOfTheWrongTable() throws {
        let id = try sandbox.create("account", ["name": "A"])
        let fault = fault { () throws(CRMFault) in
            try sandbox.create("account", ["primarycontactid": reference("account", id)])
        }
        #expect(fault?.code == .invalidArgument)
    }

    @Test func ignoresReadOnlyColumns() throws {
        let id = try sandbox.create("contact", ["lastname": "B", "fullname": "Somebody Else"])
        #expect(try sandbox.retrieve("contact", id)["fullname"] == "B")
    }

    @Test func createsRelatedRecordsWithIt() throws {
        var account = Entity("account", ["name": "A"])
        account.relatedEntities = [
            .init(
                Relationship("Account_Tasks"),
                EntityCollection([
                    Entity("task", ["subject": "1"]), Entity("task", ["subject": "2"]),
                ])
            )
        ]
        let id = try sandbox.create(account)
        let results = try sandbox.execute(
            "RetrieveMultiple",
            [
                "Query": .query(
                    .byAttribute(
                        QueryByAttribute("task", ["regardingobjectid": reference("account", id)])))
            ])
        #expect(
            results["EntityCollection"].flatMap { EntityCollection(crm: $0) }?.entities.count == 2)
    }

    @Test func rollsBackWhenARelatedRecordIsRefused() throws {
        let id = GUID.random()
        var account = Entity("account", id: id, ["name": "A"])
        account.relatedEntities = [
            .init(
                Relationship("Account_Tasks"), EntityCollection([Entity("task", ["nothing": 1])]))
        ]
        #expect(throws: CRMFault.self) { try sandbox.create(account) }
        let fault = fault { () throws(CRMFault) in _ = try sandbox.retrieve("account", id) }
        #expect(fault?.code == .objectDoesNotExist)
    }

    @Test func numbersQuotesAndCases() throws {
        let first = try sandbox.create("quote", ["name": "Q"])
        let second = try sandbox.create("quote", ["name": "Q"])
        #expect(
            try sandbox.retrieve("quote", first)["quotenumber", as: String.self]?
                .hasPrefix("QUO-01000-") == true)
        #expect(
            try sandbox.retrieve("quote", second)["quotenumber", as: String.self]?
                .hasPrefix("QUO-01001-") == true)
    }
}
