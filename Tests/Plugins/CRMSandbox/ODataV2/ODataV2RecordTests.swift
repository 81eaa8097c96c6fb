import CRMPlugin
import PeriluneCore
import PeriluneHTTP
import PeriluneJSON
import Testing

@testable import CRMSandboxPlugin

/// Records one by one, as clients of the time asked for them.
struct ODataV2RecordTests {
    private let lab: ODataV2Lab

    init() throws { lab = try ODataV2Lab() }

    @Test func createAnswersTheWholeRecordAndWhereItIs() throws {
        let response = lab.ask("POST", "AccountSet", #"{"Name":"A. Datum"}"#)
        #expect(response.status == 201)
        let record = try #require(JSONTree(response.body)["d"])
        let id = try #require(record["AccountId"]?.string)
        #expect(record["Name"]?.string == "A. Datum")
        #expect(record["StateCode"]?["Value"]?.integer == 0)
        #expect(record["Revenue"]?["Value"] == .null)
        #expect(record["PrimaryContactId"]?["Id"] == .null)
        let address = "\(ODataV2Lab.base)\(ODataV2Lab.path)AccountSet(guid'\(id)')"
        #expect(response.headers["Location"] == address)
        #expect(record["__metadata"]?["uri"]?.string == address)
        #expect(
            record["__metadata"]?["type"]?.string == "Microsoft.Crm.Sdk.Data.Services.Account")
        let deferred = record["contact_customer_accounts"]?["__deferred"]?["uri"]?.string
        #expect(deferred == address + "/contact_customer_accounts")
    }

    @Test func everyEncodingOfTheServiceIsUsed() throws {
        let contact = try lab.sandbox.create("contact", ["lastname": "Beck"])
        let id = try lab.account(
            "Encodings",
            [
                "revenue": .money(Money(CRMDecimal("12.5")!)), "industrycode": .option(7),
                "numberofemployees": 3, "creditonhold": true,
                "primarycontactid": reference("contact", contact),
                "lastusedincampaign": .date(Timestamp("2022-09-20T08:48:11Z")!),
                "address1_latitude": .double(1.5),
            ])
        let record = try lab.get("AccountSet(guid'\(id)')")
        #expect(record["AccountId"] == .string("\(id)"))
        #expect(record["Revenue"]?["Value"] == .string("12.5000"))
        #expect(
            record["Revenue"]?["__metadata"]?["type"]?.string
                == "Microsoft.Crm.Sdk.Data.Services.Money")
        #expect(record["IndustryCode"]?["Value"] == .number("7"))
        #expect(record["NumberOfEmployees"] == .number("3"))
        #expect(record["CreditOnHold"] == .bool(true))
        #expect(record["LastUsedInCampaign"] == .string("/Date(1663663691000)/"))
        #expect(record["Address1_Latitude"] == .number("1.5"))
        #expect(record["PrimaryContactId"]?["Id"] == .string("\(contact)"))
        #expect(record["PrimaryContactId"]?["LogicalName"] == .string("contact"))
        #expect(record["PrimaryContactId"]?["Name"] == .string("Beck"))
        #expect(record["VersionNumber"]?.string.flatMap { Int64($0) } != nil)
    }

    @Test func selectReturnsOnlyTheSelectedProperties() throws {
        let id = try lab.account("Selected")
        let record = try lab.get("AccountSet(guid'\(id)')?$select=Name,contact_customer_accounts")
        #expect(
            record.members.map(\.name) == ["__metadata", "Name", "contact_customer_accounts"])
    }

    @Test(arguments: ["MERGE", "PATCH"])
    func mergeChangesOnlyThePropertiesOfTheBody(method: String) throws {
        let id = try lab.account("Before", ["telephone1": "1", "numberofemployees": 5])
        let response = lab.ask(
            method, "AccountSet(guid'\(id)')",
            #"{"AccountId":"\#(id.description.uppercased())","Name":"After","Telephone1":null}"#)
        #expect(response.status == 204 && response.body.isEmpty, "\(response.text)")
        let found = try lab.sandbox.retrieve("account", id)
        #expect(found["name"] == "After" && found["telephone1"] == nil)
        #expect(found["numberofemployees"] == 5)
    }

    @Test func postMayNameItsMethodInAHeader() throws {
        let id = try lab.account("Before")
        let target = "AccountSet(guid'\(id)')"
        #expect(
            lab.ask("POST", target, #"{"Name":"After"}"#, [("X-HTTP-Method", "MERGE")]).status
                == 204)
        #expect(try lab.sandbox.retrieve("account", id)["name"] == "After")
        #expect(lab.ask("POST", target, "", [("X-HTTP-Method", "DELETE")]).status == 204)
        #expect(lab.ask("GET", target).status == 404)
    }

    @Test func putResetsMissingProperties() throws {
        let id = try lab.account(
            "Before", ["telephone1": "1", "revenue": .money(Money(5)), "industrycode": .option(7)])
        let response = lab.ask("PUT", "AccountSet(guid'\(id)')", #"{"Name":"After"}"#)
        #expect(response.status == 204, "\(response.text)")
        let found = try lab.sandbox.retrieve("account", id)
        #expect(found["name"] == "After" && found["telephone1"] == nil)
        #expect(found["revenue"] == nil && found["industrycode"] == nil)
        #expect(found["ownerid"] != nil && found["statecode"] == .option(0))
    }

    @Test func onePropertyCanBeReadAndSet() throws {
        let id = try lab.account("Before")
        let target = "AccountSet(guid'\(id)')/Name"
        #expect(lab.ask("PUT", target, #"{"Name":"After"}"#).status == 204)
        #expect(try lab.get(target) == .object([.init("Name", .string("After"))]))
        #expect(lab.ask("DELETE", target).status == 405)
    }

    @Test func childrenAreCreatedWithTheirParent() throws {
        let response = lab.ask(
            "POST", "AccountSet",
            #"{"Name":"Deep","contact_customer_accounts":[{"LastName":"One"},{"LastName":"Two"}]}"#
        )
        #expect(response.status == 201, "\(response.text)")
        let id = try #require(JSONTree(response.body)["d"]?["AccountId"]?.string)
        let rows = try lab.rows(
            "AccountSet(guid'\(id)')/contact_customer_accounts?$select=LastName&$orderby=LastName")
        #expect(rows.map { $0["LastName"]?.string } == ["One", "Two"])
    }

    @Test func theIdentityOfTheBodyIsThatOfTheURL() throws {
        let id = try lab.account("Mine")
        let (status, message) = try lab.refusal(
            "MERGE", "AccountSet(guid'\(id)')",
            #"{"AccountId":"\#(GUID.random())","Name":"Other"}"#)
        #expect(status == 400 && message.contains("The id in the body"))
    }

    @Test func aMissingRecordIsReportedLikeInCRM() throws {
        let id = GUID.random()
        for (method, body) in [("GET", ""), ("MERGE", #"{"Name":"x"}"#), ("DELETE", "")] {
            let (status, message) = try lab.refusal(method, "AccountSet(guid'\(id)')", body)
            #expect(status == 404, "\(method)")
            #expect(message.lowercased() == "account with id = \(id) does not exist")
        }
    }

    @Test func pathsMayBeEncodedInAnyWay() throws {
        let id = try lab.account("Encoded")
        let upper = id.description.uppercased()
        for target in [
            "AccountSet%28guid%27\(id)%27%29", "AccountSet(guid'\(upper)')",
            "AccountSet(guid'\(id)')/",
        ] {
            #expect(try lab.get(target)["Name"]?.string == "Encoded", "\(target)")
        }
        let service = "/org/xrmservices/2011/organizationdata.svc/AccountSet(guid'\(id)')"
        #expect(lab.service.answer(HTTPRequest(method: "GET", path: service)).status == 200)
    }
}
