import CRMPlugin
import PeriluneCore
import PeriluneHTTP
import PeriluneJSON
import Testing

@testable import CRMSandboxPlugin

/// Links between records, and what is no request of the service.
struct ODataV2LinkTests {
    private let lab: ODataV2Lab

    init() throws { lab = try ODataV2Lab() }

    private func uri(_ set: String, _ id: GUID) -> String {
        "\(ODataV2Lab.base)\(ODataV2Lab.path)\(set)(guid'\(id)')"
    }

    @Test func linksOfACollectionAreAddedListedAndRemoved() throws {
        let account = try lab.account("Parent")
        let contact = try lab.sandbox.create("contact", ["lastname": "Child"])
        let links = "AccountSet(guid'\(account)')/$links/contact_customer_accounts"
        let body = #"{"uri":"\#(uri("ContactSet", contact))"}"#
        #expect(lab.ask("POST", links, body).status == 204)
        #expect(try lab.rows(links).map { $0["uri"]?.string } == [uri("ContactSet", contact)])
        let found = try lab.sandbox.retrieve("contact", contact)
        #expect(found["parentcustomerid"] == reference("account", account))
        #expect(lab.ask("DELETE", "\(links)(guid'\(contact)')").status == 204)
        #expect(try lab.rows(links).isEmpty)
        #expect(lab.ask("DELETE", links).status == 400)
    }

    @Test func aLookupCanBeSetAsALink() throws {
        let account = try lab.account("One")
        let contact = try lab.sandbox.create("contact", ["lastname": "First"])
        let link = "AccountSet(guid'\(account)')/$links/account_primary_contact"
        #expect(lab.ask("GET", link).status == 404)
        let body = #"{"uri":"\#(uri("ContactSet", contact))"}"#
        #expect(lab.ask("PUT", link, body).status == 204)
        #expect(try lab.get(link)["uri"]?.string == uri("ContactSet", contact))
        let other = try lab.get("AccountSet(guid'\(account)')/account_primary_contact")
        #expect(other["LastName"]?.string == "First")
        #expect(lab.ask("DELETE", link).status == 204)
        #expect(lab.ask("GET", link).status == 404)
        let wrong = #"{"uri":"\#(uri("AccountSet", account))"}"#
        #expect(lab.ask("PUT", link, wrong).status == 400)
    }

    @Test func recordsJoinedByATableAreRelatedFromBothSides() throws {
        let list = try lab.sandbox.create(
            "list", ["listname": "L", "createdfromcode": .option(2), "type": false])
        let contact = try lab.sandbox.create("contact", ["lastname": "Member"])
        let links = "ListSet(guid'\(list)')/$links/listcontact_association"
        let response = lab.ask("POST", links, #"{"uri":"\#(uri("ContactSet", contact))"}"#)
        #expect(response.status == 204, "\(response.text)")
        #expect(try lab.rows("ListSet(guid'\(list)')/listcontact_association").count == 1)
        #expect(try lab.rows("ContactSet(guid'\(contact)')/listcontact_association").count == 1)
    }

    @Test func aTableRelatedToItselfHasAPropertyForEachEnd() throws {
        let parent = try lab.account("Parent")
        let child = try lab.account("Child", ["parentaccountid": reference("account", parent)])
        let down = try lab.rows("AccountSet(guid'\(parent)')/Referencedaccount_parent_account")
        #expect(down.map { $0["Name"]?.string } == ["Child"])
        let up = try lab.get("AccountSet(guid'\(child)')/Referencingaccount_parent_account")
        #expect(up["Name"]?.string == "Parent")
    }

    @Test(arguments: [
        ("GET", "NoSuchSet", 404, ""), ("GET", "accountset", 404, ""),
        ("GET", "AccountSet(1)", 400, ""), ("GET", "AccountSet(guid'x')", 400, ""),
        ("GET", "AccountSet()", 400, ""), ("GET", "AccountSet/$count", 404, ""),
        ("DELETE", "AccountSet", 405, ""), ("POST", "", 405, ""), ("PUT", "$metadata", 405, ""),
        ("POST", "AccountSet", 400, ""), ("POST", "AccountSet", 400, "{"),
        ("POST", "AccountSet", 400, "[1]"), ("POST", "AccountSet", 400, #"{"name":"x"}"#),
        ("POST", "AccountSet", 400, #"{"Name":5}"#),
        ("POST", "AccountSet", 400, #"{"IndustryCode":5}"#),
        ("POST", "AccountSet", 400, #"{"Revenue":{"Value":"x"}}"#),
        ("POST", "ContactSet", 400, #"{"ParentCustomerId":{"Id":"0a"}}"#),
        ("POST", "AccountSet", 400, #"{"PrimaryContactId":"x"}"#),
        ("POST", "AccountSet", 500, #"{"IndustryCode":{"Value":999}}"#),
        ("POST", "AccountSet(guid'00000000-0000-0000-0000-000000000001')/nosuch", 404, "{}"),
    ])
    func refusalsExplainTheCauseInJSON(
        method: String, target: String, status: Int, body: String
    ) throws {
        let (found, message) = try lab.refusal(method, target, body)
        #expect(found == status, "\(message)")
        #expect(!message.isEmpty)
    }

    @Test func supportsJSONOnly() throws {
        #expect(
            lab.ask("GET", "AccountSet", "", [("Accept", "application/atom+xml")]).status == 406)
        #expect(lab.ask("GET", "AccountSet", "", [("Accept", "*/*")]).status == 200)
        let form = lab.ask("POST", "AccountSet", "a=b", [("Content-Type", "text/plain")])
        #expect(form.status == 400)
        #expect(lab.ask("POST", "AccountSet", String(repeating: "[", count: 5000)).status == 400)
    }

    @Test func errorsCarryTheCodeOfTheFault() throws {
        let response = lab.ask("GET", "AccountSet(guid'\(GUID.random())')")
        let error = try #require(JSONTree(response.body)["error"])
        #expect(error["code"]?.string == "-2147220969")
        #expect(error["message"]?["lang"]?.string == "en-US")
    }

    @Test func theServiceDocumentNamesEverySet() throws {
        let sets = try lab.get("")["EntitySets"]?.elements?.compactMap(\.string)
        #expect(sets?.count == Schema.standard.entities.count)
        #expect(sets?.contains("LeadSet") == true)
    }

    @Test func theMetadataIsReadBackAsTheTablesItWasWrittenFrom() throws {
        let response = lab.ask("GET", "$metadata", "", [("Accept", "application/xml")])
        let read = try Schema(edmx: response.body)
        // A document has a name once; lookups of relationships that share one lose a target.
        let names = Dictionary(grouping: Schema.standard.relationships, by: \.schemaName)
        let shared = names.values.filter { $0.count > 1 }.joined().flatMap { relationship in
            guard case .oneToMany(let lookup) = relationship,
                let table = Schema.standard.entity(lookup.referencingEntity),
                let column = table.attribute(lookup.referencingAttribute)
            else { return [AttributeDefinition]() }
            return [column]
        }
        #expect(read.entities.map(\.schemaName) == Schema.standard.entities.map(\.schemaName))
        for (one, other) in zip(read.entities, Schema.standard.entities) {
            let expected = other.propertiesV2
            #expect(one.primaryIdAttribute == other.primaryIdAttribute)
            #expect(one.attributes.map(\.schemaName) == expected.map(\.schemaName))
            #expect(one.attributes.map(\.type.edmV2) == expected.map(\.type.edmV2))
            for (one, other) in zip(one.attributes, expected) where !shared.contains(other) {
                #expect(Set(one.targets) == Set(other.targets), "\(other.schemaName)")
            }
        }
        let (found, own) = (ODataNames(read, .v2), ODataNames(.standard, .v2))
        for (one, other) in zip(read.entities, Schema.standard.entities) {
            #expect(
                Set(found.navigations(of: one).map(\.name))
                    == Set(own.navigations(of: other).map(\.name)))
        }
    }
}
