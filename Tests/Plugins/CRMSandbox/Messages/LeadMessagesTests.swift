import CRMPlugin
import Testing

@testable import CRMSandboxPlugin

struct LeadMessagesTests {
    let sandbox: Sandbox
    let lead: GUID

    init() throws {
        sandbox = try Sandbox()
        lead = try sandbox.create(
            "lead",
            [
                "subject": "Two hundred lamps", "firstname": "Ada", "lastname": "Byron",
                "companyname": "Harbour Light", "emailaddress1": "ada@harbour.example",
                "telephone1": "1234", "address1_city": "Hull",
                "estimatedamount": .money(Money(2500)),
            ])
    }

    private func qualify(
        _ more: AttributeCollection, status: Int32 = 3
    ) throws(CRMFault) -> [EntityReference] {
        var parameters: AttributeCollection = [
            "LeadId": reference("lead", lead), "CreateAccount": false, "CreateContact": false,
            "CreateOpportunity": false, "Status": .option(.init(status)),
        ]
        for pair in more { parameters[pair.key] = pair.value }
        guard
            case .references(let made)? = try sandbox.execute("QualifyLead", parameters)[
                "CreatedEntities"]
        else { throw CRMFault(.unexpected, "no references") }
        return made
    }

    @Test func createsOnlyRequestedRecords() throws {
        let made = try qualify(["CreateContact": true])
        #expect(made.map(\.logicalName) == ["contact"])
        #expect(try sandbox.count("account") == 0)
        #expect(try sandbox.count("opportunity") == 0)
    }

    @Test func copiesTheColumnsOfTheLead() throws {
        let made = try qualify([
            "CreateAccount": true, "CreateContact": true, "CreateOpportunity": true,
        ])
        #expect(made.map(\.logicalName) == ["account", "contact", "opportunity"])
        let account = try sandbox.retrieve("account", made[0].id)
        #expect(account["name"] == "Harbour Light")
        #expect(account["emailaddress1"] == "ada@harbour.example")
        #expect(account["address1_city"] == "Hull")
        let contact = try sandbox.retrieve("contact", made[1].id)
        #expect(contact["fullname"] == "Ada Byron")
        #expect(contact["telephone1"] == "1234")
        let opportunity = try sandbox.retrieve("opportunity", made[2].id)
        #expect(opportunity["name"] == "Two hundred lamps")
        #expect(opportunity["estimatedvalue", as: Money.self]?.value == 2500)
    }

    @Test func linksWhatItCreates() throws {
        let made = try qualify([
            "CreateAccount": true, "CreateContact": true, "CreateOpportunity": true,
        ])
        let account = try sandbox.retrieve("account", made[0].id)
        #expect(account["primarycontactid"] == .reference(made[1]))
        #expect(account["originatingleadid"] == reference("lead", lead))
        #expect(
            try sandbox.retrieve("contact", made[1].id)["parentcustomerid"] == .reference(made[0]))
        #expect(
            try sandbox.retrieve("opportunity", made[2].id)["customerid"] == .reference(made[0]))
        let lead = try sandbox.retrieve("lead", lead)
        #expect(lead["parentaccountid"] == .reference(made[0]))
        #expect(lead["qualifyingopportunityid"] == .reference(made[2]))
    }

    @Test func leadIsQualified() throws {
        _ = try qualify([:])
        let lead = try sandbox.retrieve("lead", lead)
        #expect(lead["statecode"] == .option(1))
        #expect(lead["statuscode"] == .option(3))
    }

    @Test func defaultStatusIsQualified() throws {
        _ = try qualify([:], status: -1)
        #expect(try sandbox.retrieve("lead", lead)["statuscode"] == .option(3))
    }

    @Test(arguments: [4, 5, 6, 7] as [Int32])
    func disqualifyingCreatesNothing(_ status: Int32) throws {
        let made = try qualify(
            ["CreateAccount": true, "CreateOpportunity": true], status: status)
        #expect(made.isEmpty)
        let lead = try sandbox.retrieve("lead", lead)
        #expect(lead["statecode"] == .option(2))
        #expect(lead["statuscode"] == .option(.init(status)))
        #expect(try sandbox.count("account") == 0)
    }

    @Test func takesCustomerCurrencyAndCampaign() throws {
        let customer = try sandbox.create("contact", ["lastname": "C"])
        let campaign = try sandbox.create("campaign", ["name": "Spring"])
        let made = try qualify([
            "CreateOpportunity": true, "OpportunityCustomerId": reference("contact", customer),
            "OpportunityCurrencyId": reference("transactioncurrency", WellKnown.baseCurrency),
            "SourceCampaignId": reference("campaign", campaign),
        ])
        let opportunity = try sandbox.retrieve("opportunity", made[0].id)
        #expect(opportunity["customerid"] == reference("contact", customer))
        #expect(opportunity["campaignid"] == reference("campaign", campaign))
    }

    @Test func secondTimeFaults() throws {
        _ = try qualify([:])
        let fault = fault { () throws(CRMFault) in _ = try qualify([:]) }
        #expect(fault == CRMFault(ErrorCode(0x8004_0519), "The lead is already closed."))
    }

    @Test(arguments: [1, 2, 99] as [Int32])
    func statusThatDoesNotCloseFaults(_ status: Int32) {
        let fault = fault { () throws(CRMFault) in _ = try qualify([:], status: status) }
        #expect(fault?.code == .invalidStateCodeStatusCode)
    }

    @Test func currencyOfAnotherTableFaults() {
        let fault = fault { () throws(CRMFault) in
            _ = try qualify(["OpportunityCurrencyId": reference("account", .random())])
        }
        #expect(fault?.code == .invalidArgument)
    }

    @Test func customerThatIsNeitherAccountNorContactFaults() {
        let fault = fault { () throws(CRMFault) in
            _ = try qualify(["OpportunityCustomerId": reference("lead", lead)])
        }
        #expect(fault?.code == .invalidArgument)
    }

    @Test func unknownLeadFaults() {
        let fault = fault { () throws(CRMFault) in
            try sandbox.execute(
                "QualifyLead", ["LeadId": reference("lead", .random()), "Status": .option(3)])
        }
        #expect(fault?.code == .objectDoesNotExist)
    }
}
