import PeriluneCore
import PeriluneHTTP
import PeriluneJSON
import Testing

@testable import CRMPlugin

struct WebAPICodecTests {
    private let codec = WebAPICodec(ODataSample.schema)
    private let id = ODataSample.id

    private func json(_ members: [JSONTree.Member]) -> String {
        var writer = JSONWriter()
        writer.write(.object(members))
        return writer.text
    }

    private func tree(_ text: String) throws -> JSONTree { try JSONTree(Array(text.utf8)) }

    private func read(
        _ text: String, _ table: EntityDefinition = ODataSample.account
    ) throws
        -> Entity
    {
        try codec.entity(request: try tree(text), of: table)
    }

    @Test func lookupsAreBoundByTheTableTheyPointAt() throws {
        let contact = Entity(
            "contact",
            ["lastname": "A", "parentcustomerid": .reference(EntityReference("account", id))])
        #expect(
            json(try codec.request(contact))
                == #"{"lastname":"A","parentcustomerid_account@odata.bind":"/accounts(\#(id))"}"#)
    }

    @Test func clearingALookupClearsItForEveryTable() throws {
        let contact = Entity("contact", ["parentcustomerid": .null, "lastname": .null])
        #expect(
            json(try codec.request(contact))
                == #"{"parentcustomerid_account@odata.bind":null,"#
                + #""parentcustomerid_contact@odata.bind":null,"lastname":null}"#)
    }

    @Test func numbersKeepEveryDigit() throws {
        let entity = try read(
            #"{"revenue":9007199254740993.1250,"versionnumber":9223372036854775807,"#
                + #""exchangerate":0.1000000000}"#)
        let money = CRMDecimal(mantissa: 90_071_992_547_409_931_250, scale: 4)
        #expect(entity["revenue"] == .money(Money(money)))
        #expect(entity["versionnumber"] == .long(.max))
        #expect(
            json(try codec.request(entity))
                == #"{"revenue":9007199254740993.1250,"versionnumber":9223372036854775807,"#
                + #""exchangerate":0.1000000000}"#)
    }

    @Test func whatIsWrittenIsReadBack() throws {
        var entity = Entity("account", id: id)
        entity.attributes = [
            "accountid": .guid(id), "name": "A \"b\"\n", "revenue": .money(Money(12)),
            "numberofemployees": -5, "latitude": 0.1, "donotemail": true, "statecode": .option(1),
            "categories": .options([1, 2]), "createdon": .date(Timestamp("2024-05-31T09:00:00Z")!),
            "versionnumber": .long(-1), "entityimage": .bytes([0, 255, 7]),
            "primarycontactid": .reference(EntityReference("contact", id)),
            "parentaccountid": .null,
        ]
        #expect(
            try codec.entity(request: .object(try codec.request(entity)), of: ODataSample.account)
                == entity)
    }

    @Test func answersAnnotateLookupNamesAndFormattedValues() throws {
        var entity = Entity("account", id: id, ["name": "A", "statecode": .option(0)])
        entity["primarycontactid"] = .reference(EntityReference("contact", id, name: "Ann"))
        entity.formattedValues = ["statecode": "Active"]
        entity.rowVersion = "77"
        let columns = ["name", "statecode", "primarycontactid", "revenue"]
        let members = codec.response(entity, columns: columns, WebAPIAnnotations("*"))
        let text = json(members)
        #expect(text.contains(#""@odata.etag":"W/\"77\"""#))
        #expect(text.contains(#""revenue":null"#))
        #expect(text.contains(#""_primarycontactid_value":"\#(id)""#))
        #expect(text.contains(#"lookuplogicalname":"contact""#))
        var back = try codec.entity(response: .object(members), of: ODataSample.account)
        #expect(back.rowVersion == "77" && back.formattedValues["statecode"] == "Active")
        #expect(back["primarycontactid", as: EntityReference.self]?.name == "Ann")
        #expect(back["revenue"] == nil)
        back.formattedValues = [:]
        #expect(back["name"] == "A")
        let plain = json(codec.response(entity, columns: columns, WebAPIAnnotations()))
        #expect(!plain.contains("FormattedValue") && !plain.contains("lookuplogicalname"))
    }

    @Test func annotationsAreChosenByPattern() {
        let some = WebAPIAnnotations("-OData.*,Microsoft.Dynamics.CRM.*")
        #expect(some.includes("Microsoft.Dynamics.CRM.lookuplogicalname"))
        #expect(!some.includes("OData.Community.Display.V1.FormattedValue"))
        #expect(!WebAPIAnnotations().includes("x"))
    }

    @Test func partyListsAreOneCollection() throws {
        let party = Entity("activityparty", ["partyid": .reference(EntityReference("contact", id))])
        let list = EntityCollection([party], entityName: "activityparty")
        let email = Entity(
            "email", ["subject": "Hi", "to": .entities(list), "from": .entities(list)])
        let members = try codec.request(email)
        let parties = members.first { $0.name == "email_activity_parties" }?.value.elements
        #expect(parties?.map { $0["participationtypemask"]?.integer } == [2, 1])
        #expect(parties?.first?["partyid_contact@odata.bind"]?.string == "/contacts(\(id))")
        let back = try codec.entity(request: .object(members), of: ODataSample.email)
        guard case .entities(let to)? = back["to"] else {
            Issue.record("no recipients")
            return
        }
        #expect(to.entities[0]["partyid"] == .reference(EntityReference("contact", id)))
    }

    @Test func recordsWithinRecordsAreCreatedWithThem() throws {
        let entity = try read(
            #"{"name":"A","primarycontactid":{"lastname":"B"},"#
                + #""contact_customer_accounts":[{"lastname":"C"},{"lastname":"D"}]}"#)
        #expect(
            entity.relatedEntities.map(\.relationship.schemaName) == [
                "account_primary_contact", "contact_customer_accounts",
            ])
        #expect(entity.relatedEntities[1].entities.entities.map { $0["lastname"] } == ["C", "D"])
    }

    @Test func readsColumnsOfLinkedTables() throws {
        var query = Query("contact")
        var link = Query.Link("account", from: "accountid", to: "parentcustomerid", alias: "a")
        link.columns = [Query.Column("revenue")]
        query.links = [link]
        query.columns = [Query.Column("contactid", alias: "rows", aggregate: .count)]
        let json = try tree(
            #"{"a.revenue":5.50,"a.primarycontactid":"\#(id)","#
                + #""a.primarycontactid@Microsoft.Dynamics.CRM.lookuplogicalname":"contact","#
                + #""rows":7,"contact1.lastname":"X"}"#)
        let entity = try codec.entity(
            response: json, of: ODataSample.contact,
            aliases: WebAPIAliases(query, in: ODataSample.schema))
        func value(_ name: String) -> CRMValue? {
            if case .aliased(let aliased)? = entity[name] { aliased.value } else { nil }
        }
        #expect(value("a.revenue") == .money(Money(CRMDecimal(mantissa: 550, scale: 2))))
        #expect(value("a.primarycontactid") == .reference(EntityReference("contact", id)))
        #expect(value("rows") == .int(7) && value("contact1.lastname") == "X")
    }

    @Test(arguments: [
        #"{"parentcustomerid":7,"_parentcustomerid_value":"ID"}"#,
        #"{"_parentcustomerid_value":"ID","parentcustomerid":7}"#,
        #"{"parentcustomerid_account@odata.bind":"/accounts(ID)","_parentcustomerid_value":"ID"}"#,
    ])
    func anAliasWithTheNameOfALookupIsTheSameColumn(text: String) throws {
        let text = text.replacing("ID", with: "\(id)")
        let entity = try codec.entity(response: try tree(text), of: ODataSample.contact)
        #expect(entity.attributes.keys == ["parentcustomerid"])
    }

    @Test func annotationsOfALookupAreFoundWhereverTheyAre() throws {
        let lookup = "_parentcustomerid_value"
        let value = #""\#(lookup)":"\#(id)""#
        let about = #""\#(lookup)@Microsoft.Dynamics.CRM.lookuplogicalname":"contact""#
        let name = #""\#(lookup)@OData.Community.Display.V1.FormattedValue":"A""#
        let reading = WebAPICodec.Reading(aliases: WebAPIAliases())
        for members in [
            [about, name, value], [name, about, value], [about, #""lastname":"B""#, name, value],
            [value, name, about], [name, value, about], [about, name, value],
        ] {
            let json = try tree("{\(members.joined(separator: ","))}")
            let entity = try codec.entity(json, ODataSample.contact, reading)
            #expect(
                entity["parentcustomerid"]
                    == .reference(EntityReference("contact", id, name: "A")), "\(members)")
        }
        let bare = try codec.entity(tree("{\(value)}"), ODataSample.contact, reading)
        #expect(bare["parentcustomerid"] == .reference(EntityReference("account", id)))
    }

    @Test(arguments: [
        (#"W/"12""#, "12"), (#""12""#, "12"), (#"W/"""#, nil), (#"W/"12"#, nil), (#"12"#, nil),
        (#"W/"#, nil), ("", nil), (#"w/"12""#, nil), (#"W/"é""#, "é"),
    ])
    func anEntityTagQuotesTheVersion(header: String, version: String?) {
        #expect(WebAPIEntityTag.version(header) == version)
    }

    @Test func refusesInvalidRecords() {
        let deep =
            String(repeating: #"{"parentaccountid":"#, count: 12) + "{}"
            + String(repeating: "}", count: 12)
        for text in [
            "[]", "5", #"{"nosuch":1}"#, #"{"name":5}"#, #"{"statecode":"1"}"#,
            #"{"numberofemployees":1.5}"#, #"{"numberofemployees":3000000000}"#,
            #"{"createdon":"yesterday"}"#, #"{"accountid":"x"}"#, #"{"donotemail":1}"#,
            #"{"primarycontactid@odata.bind":5}"#, #"{"primarycontactid@odata.bind":"/nosuch(1)"}"#,
            #"{"primarycontactid@odata.bind":"/accounts(\#(id))"}"#,
            #"{"name@odata.bind":"/contacts(\#(id))"}"#, #"{"_primarycontactid_value":7}"#, deep,
        ] {
            #expect(throws: PeriluneError.self, "\(text)") { try read(text) }
        }
    }

    @Test func pathsAddressRecords() throws {
        func reference(_ path: String) throws -> EntityReference {
            try codec.reference(path) { PercentEncoding.decode($0) }
        }
        let expected = EntityReference("contact", id)
        for path in [
            "/contacts(\(id))", "contacts(\(id))", "https://x/api/data/v9.2/contacts(\(id))",
            "contacts(contactid=\(id))", "contacts%28\(id)%29",
        ] {
            #expect(try reference(path) == expected, "\(path)")
        }
        let key = try reference("accounts(accountnumber='a/b')")
        #expect(key.id == .zero && key.keyAttributes == ["accountnumber": "a/b"])
        #expect(try codec.path(key) == "accounts(accountnumber='a/b')")
    }

    @Test func faultsRoundTrip() throws {
        var fault = CRMFault(
            .objectDoesNotExist, "account With Id = 1 Does Not Exist",
            details: ["OperationStatus": "0", "SubErrorCode": "-2146233088"])
        fault.trace = "trace"
        let body = WebAPIError.body(fault, WebAPIAnnotations("*"))
        #expect(WebAPIError.fault(body, retryAfter: nil) == fault)
        #expect(WebAPIError.status(of: fault.code) == 404)
        #expect(WebAPIError.status(of: .concurrencyVersionMismatch) == 412)
        let bare = WebAPIError.body(fault, WebAPIAnnotations())
        #expect(bare["error"]?.members.count == 2)
        let old = try tree(#"{"error":{"code":"","message":"x","innererror":{"stacktrace":"t"}}}"#)
        #expect(WebAPIError.fault(old, retryAfter: 3)?.trace == "t")
    }
}
