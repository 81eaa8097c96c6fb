import PeriluneCore
import PeriluneJSON
import Testing

@testable import CRMPlugin
@testable import CRMSandboxPlugin

/// Single requests: what `Tests/ThirdParty` asks over the network is not repeated here.
struct WebAPIServiceTests {
    private let service: WebAPIService

    init() throws {
        var options = OrganizationOptions()
        options.seedsData = false
        service = WebAPIService(
            try Organization(path: ":memory:", options: options), baseURL: WebAPILoop.base)
    }

    private func ask(
        _ method: String, _ target: String, _ body: String = "", _ headers: HTTPHeaders = []
    ) -> HTTPResponse {
        WebAPILoop.ask(service, method, target, body, headers)
    }

    private func json(_ response: HTTPResponse) throws -> JSONTree { try JSONTree(response.body) }

    private func create(_ set: String, _ body: String) -> String {
        let address = ask("POST", set, body).headers["OData-EntityId"] ?? ""
        return String(address.dropFirst("\(WebAPILoop.base)/api/data/v9.2/".count))
    }

    @Test func answersOlderVersionsAndOrganizationsOnPremises() {
        for (path, status) in [
            ("/api/data/v9.0/WhoAmI", 200), ("/api/data/v9.1/", 200),
            ("/Org/api/data/v9.2/WhoAmI", 200),
            ("/api/data/v8.2/WhoAmI", 404), ("/api/data/v9.20/WhoAmI", 404),
            ("/a/b/api/data/v9.2/", 404),
            ("/", 404),
        ] {
            #expect(
                service.answer(HTTPRequest(method: "GET", path: path)).status == status, "\(path)")
        }
    }

    @Test func linksUseTheHostIfNoAddressIsConfigured() throws {
        let organization = try Organization(path: ":memory:")
        let answer = WebAPIService(organization).answer(
            HTTPRequest(
                method: "POST", path: "/api/data/v9.2/accounts",
                headers: [("Host", "h:1"), ("Content-Type", "application/json")],
                body: Array("{}".utf8)))
        #expect(
            answer.headers["OData-EntityId"]?.hasPrefix("http://h:1/api/data/v9.2/accounts(")
                == true)
    }

    @Test func aCallerActsForAnother() throws {
        let unit = "/businessunits(\(WellKnown.businessUnit))"
        let user = create(
            "systemusers",
            #"{"lastname":"U","domainname":"u@x","businessunitid@odata.bind":"\#(unit)"}"#)
        let id = String(user.dropFirst("systemusers(".count).dropLast())
        let made = ask(
            "POST", "accounts?$select=_ownerid_value", #"{"name":"a"}"#,
            [
                ("MSCRMCallerID", id), ("Prefer", "return=representation"),
            ])
        #expect(try json(made)["_ownerid_value"]?.string == id)
    }

    @Test func emptyExpansionsAreNullOrEmpty() throws {
        let account = create("accounts", #"{"name":"a"}"#)
        let found = try json(
            ask(
                "GET",
                "\(account)?$select=name&$expand=primarycontactid($select=lastname),contact_customer_accounts($select=lastname)"
            ))
        #expect(found["primarycontactid"] == .null)
        #expect(found["contact_customer_accounts"] == .array([]))
    }

    @Test func expansionsNest() throws {
        let parent = create("accounts", #"{"name":"parent"}"#)
        let child = create(
            "accounts", #"{"name":"child","parentaccountid@odata.bind":"/\#(parent)"}"#)
        _ = create(
            "contacts", #"{"lastname":"c","parentcustomerid_account@odata.bind":"/\#(child)"}"#)
        let found = try json(
            ask(
                "GET",
                "contacts?$select=lastname&$expand=parentcustomerid_account($select=name;$expand=parentaccountid($select=name))"
            ))
        let account = found["value"]?.elements?.first?["parentcustomerid_account"]
        #expect(account?["parentaccountid"]?["name"]?.string == "parent")
    }

    @Test func selectedColumnsAndNoOthers() throws {
        let account = create("accounts", #"{"name":"a"}"#)
        let found = try json(ask("GET", "\(account)?$select=name"))
        #expect(
            found.members.map(\.name) == ["@odata.context", "@odata.etag", "name", "accountid"])
    }

    @Test func deepInsertIsAtomic() throws {
        let account = create(
            "accounts",
            #"{"name":"deep","contact_customer_accounts":[{"lastname":"x"},{"lastname":"y"}]}"#)
        let rows = try json(ask("GET", "\(account)/contact_customer_accounts?$orderby=lastname"))
        #expect(rows["value"]?.elements?.map { $0["lastname"]?.string } == ["x", "y"])
        let torn = ask(
            "POST", "accounts",
            #"{"name":"torn","contact_customer_accounts":[{"lastname":"x"},{"accountrolecode":999}]}"#
        )
        #expect(torn.status == 400)
        #expect(try json(ask("GET", "accounts?$filter=name%20eq%20'torn'"))["value"] == .array([]))
    }

    @Test func textsInFiltersNeverBecomeSQL() throws {
        _ = create("accounts", #"{"name":"x'; DROP TABLE account; --"}"#)
        let found = try json(
            ask("GET", "accounts?$select=name&$filter=name%20eq%20'x''; DROP TABLE account; --'"))
        #expect(found["value"]?.elements?.count == 1)
        let injected = ask("GET", "accounts?sql=SELECT name FROM account WHERE name = 'a' OR 1=1")
        #expect(injected.status == 400)
    }

    @Test func selectStatementsAreReadOnlyAndSmall() throws {
        for number in 0..<4 {
            _ = create("accounts", #"{"name":"s\#(number)","numberofemployees":\#(number)}"#)
        }
        func names(_ statement: String) throws -> [String?] {
            let answer = ask("GET", "accounts?sql=\(statement)")
            #expect(answer.status == 200, "\(String(decoding: answer.body, as: UTF8.self))")
            return try json(answer)["value"]?.elements?.map { $0["name"]?.string } ?? []
        }
        #expect(try names("SELECT TOP 2 name FROM account ORDER BY name DESC") == ["s3", "s2"])
        #expect(
            try names(
                "select name from account where numberofemployees between 1 and 2 order by name")
                == ["s1", "s2"])
        #expect(
            try names(
                "SELECT [name] FROM account WHERE NOT (name IN ('s0','s1')) AND name IS NOT NULL ORDER BY name"
            ) == ["s2", "s3"])
        #expect(
            try names(
                "SELECT account.name FROM account WHERE name LIKE '%251' OR numberofemployees >= 3 ORDER BY name"
            ) == ["s1", "s3"])
        let (open, close) = (String(repeating: "(", count: 41), String(repeating: ")", count: 41))
        for statement in [
            "UPDATE account SET name = 'x'", "SELECT * FROM account", "SELECT name FROM contact",
            "SELECT name FROM account; DELETE FROM account",
            "SELECT name FROM account WHERE name = 'x",
            "SELECT nosuch FROM account", "SELECT name FROM account JOIN contact", "",
            "SELECT name FROM account WHERE \(open)name = 'a'\(close)",
        ] {
            #expect(ask("GET", "accounts?sql=\(statement)").status == 400, "\(statement)")
        }
    }

    @Test func aPageSizeIsIgnoredWithTop() throws {
        for number in 0..<4 { _ = create("accounts", #"{"name":"t\#(number)"}"#) }
        let answer = ask(
            "GET", "accounts?$select=name&$top=3", "", [("Prefer", "odata.maxpagesize=1")])
        #expect(try json(answer)["value"]?.elements?.count == 3)
        #expect(try json(answer)["@odata.nextLink"] == nil)
    }

    @Test func bulkDeleteAcceptsAnExpressionOfConditions() throws {
        for number in 0..<4 {
            _ = create("accounts", #"{"name":"d","numberofemployees":\#(number)}"#)
        }
        let body = """
            {"QuerySet":[{"EntityName":"account","Criteria":{"FilterOperator":"And","Conditions":[
            {"AttributeName":"numberofemployees","Operator":"GreaterEqual",
            "Values":[{"Value":2,"Type":"System.Int32"}]}]}}],"JobName":"x"}
            """
        #expect(ask("POST", "BulkDelete", body).status == 200)
        #expect(ask("GET", "accounts/$count").body == Array("2".utf8))
        for bad in [
            "{}", #"{"QuerySet":[{}]}"#, #"{"QuerySet":[{"EntityName":"nosuch"}]}"#,
            #"{"QuerySet":[{"EntityName":"account","Criteria":{"Conditions":[{"AttributeName":"x"}]}}]}"#,
        ] {
            #expect(ask("POST", "BulkDelete", bad).status == 400, "\(bad)")
        }
        #expect(ask("GET", "accounts/$count").body == Array("2".utf8))
    }

    @Test func definitionsAreFilteredSelectedAndExpanded() throws {
        let found = try json(
            ask(
                "GET",
                "EntityDefinitions?$select=LogicalName&$filter=startswith(LogicalName,'cont') and ObjectTypeCode lt 3&$expand=Attributes($select=LogicalName;$filter=AttributeType eq 'Owner')"
            ))
        let tables = found["value"]?.elements ?? []
        #expect(tables.map { $0["LogicalName"]?.string } == ["contact"])
        #expect(tables[0]["Attributes"]?.elements?.map { $0["LogicalName"]?.string } == ["ownerid"])
        #expect(tables[0]["EntitySetName"] == nil)
        let id = tables[0]["MetadataId"]?.string ?? ""
        let column = try json(
            ask(
                "GET",
                "EntityDefinitions(\(id))/Attributes(LogicalName='statecode')/Microsoft.Dynamics.CRM.StateAttributeMetadata?$select=LogicalName&$expand=OptionSet($select=Options)"
            ))
        #expect(column["OptionSet"]?["Options"]?.elements?.map { $0["Value"]?.integer } == [0, 1])
        for (target, status) in [
            ("EntityDefinitions(LogicalName='nosuch')", 404),
            ("EntityDefinitions(LogicalName='contact')/NoSuch", 404),
            ("EntityDefinitions(LogicalName='contact')/Attributes(LogicalName='x')", 404),
        ] {
            #expect(ask("GET", target).status == status, "\(target)")
        }
        #expect(ask("POST", "EntityDefinitions", "{}").status == 405)
    }

    @Test func aBatchWithinABatchIsRefused() {
        let body =
            "--b\r\nContent-Type: application/http\r\n\r\nPOST /api/data/v9.2/$batch HTTP/1.1\r\n\r\n--b--\r\n"
        let answer = ask("POST", "$batch", body, [("Content-Type", "multipart/mixed; boundary=b")])
        #expect(answer.status == 400)
        let elsewhere = body.replacing("/api/data/v9.2/$batch", with: "/etc/passwd")
        #expect(
            ask("POST", "$batch", elsewhere, [("Content-Type", "multipart/mixed; boundary=b")])
                .status == 400)
        #expect(ask("POST", "$batch", body).status == 400)
    }

    @Test func preferencesAreReadOneByOne() {
        var headers = HTTPHeaders()
        headers.add("Prefer", #"return=representation, odata.include-annotations="a,b""#)
        headers.add("Prefer", "odata.maxpagesize=9999; odata.continue-on-error; nosuch=1")
        let preferences = WebAPIPreferences(headers)
        #expect(preferences.returnsRepresentation && preferences.continuesOnError)
        #expect(preferences.pageSize == 5000 && preferences.annotations.includes("b"))
        #expect(preferences.applied.count == 4)
    }
}
