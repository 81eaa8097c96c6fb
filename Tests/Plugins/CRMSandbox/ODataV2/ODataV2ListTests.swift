import CRMPlugin
import PeriluneCore
import PeriluneHTTP
import PeriluneJSON
import Testing

@testable import CRMSandboxPlugin

/// Lists: pages, options and their limits.
struct ODataV2ListTests {
    private let lab: ODataV2Lab

    init() throws { lab = try ODataV2Lab() }

    /// Records named `000` onwards.
    private func fill(_ count: Int) throws {
        for number in 0..<count {
            let name = String(1000 + number).dropFirst()
            _ = try lab.account(String(name), ["numberofemployees": .int(Int32(number % 3))])
        }
    }

    /// The names on each page, following the links.
    private func pages(_ first: String) throws -> [[String]] {
        var (pages, target) = ([[String]](), String?(first))
        let root = ODataV2Lab.base + ODataV2Lab.path
        while let current = target, pages.count < 20 {
            let answer = try lab.get(current)
            let rows = try #require(answer["results"]?.elements)
            pages.append(rows.compactMap { $0["Name"]?.string })
            let next = answer["__next"]?.string
            #expect(next?.hasPrefix(root) != false)
            target = next.map { String($0.dropFirst(root.count)) }
        }
        return pages
    }

    @Test(arguments: [
        "AccountSet?$select=Name", "AccountSet?$select=Name&$orderby=Name",
        "AccountSet?$orderby=NumberOfEmployees%20desc,Name", "AccountSet?$skip=7&$orderby=Name",
        "AccountSet?$orderby=Telephone1",
    ])
    func pagesHaveFiftyRecordsAndEachRecordIsOnOne(target: String) throws {
        try fill(123)
        let pages = try pages(target)
        let skipped = target.contains("$skip") ? 7 : 0
        #expect(pages.map(\.count) == [50, 50, 23 - skipped])
        #expect(Set(pages.joined()).count == 123 - skipped)
    }

    @Test func theTokenNamesThePageAndItsEnds() throws {
        try fill(51)
        let next = try #require(try lab.get("AccountSet?$select=Name")["__next"]?.string)
        let pattern =
            /AccountSet\?\$select=Name&\$skiptoken=2,'accountid','%7B[0-9A-F-]+%7D','%7B[0-9A-F-]+%7D'/
        #expect(next.contains(pattern), "\(next)")
    }

    @Test(arguments: [
        (0, []), (1, [1]), (50, [50]), (51, [50, 1]), (100, [50, 50]), (500, [50, 50, 20]),
    ])
    func topCountsTheRecordsOfAllPages(top: Int, sizes: [Int]) throws {
        try fill(120)
        #expect(try pages("AccountSet?$top=\(top)").map(\.count).filter { $0 > 0 } == sizes)
    }

    @Test func skipAndTopApplyAfterTheOrder() throws {
        try fill(70)
        let names = try pages("AccountSet?$orderby=Name&$skip=45&$top=10").joined()
        #expect(Array(names) == (45..<55).map { "0\($0)" })
        #expect(try pages("AccountSet?$skip=100") == [[]])
    }

    @Test(arguments: [
        ("Name eq '001'", 1), ("startswith(Name,'01')", 10), ("substringof('7',Name)", 3),
        ("endswith(Name,'9')", 3), ("NumberOfEmployees gt 1", 10),
        ("not (NumberOfEmployees gt 1)", 20), ("StateCode/Value eq 0", 30),
        ("Name eq '001' or Name eq '002'", 2), ("Revenue/Value ne null", 0),
        ("CreatedOn gt datetime'2010-07-15T16:19:54Z'", 30), ("PrimaryContactId/Id eq null", 30),
        ("CreditOnHold eq true", 0), ("substringof('001',Name) eq true", 1),
    ])
    func evaluatesFilters(text: String, count: Int) throws {
        try fill(30)
        let filter = PercentEncoding.form(text)
        #expect(try lab.rows("AccountSet?$filter=\(filter)").count == count)
    }

    @Test func theOtherEndOfALookupCanBeExpandedAndFiltered() throws {
        let contact = try lab.sandbox.create("contact", ["lastname": "Beck", "firstname": "Ida"])
        _ = try lab.account("With", ["primarycontactid": reference("contact", contact)])
        _ = try lab.account("Without")
        let expand = "$expand=account_primary_contact&$select=Name,account_primary_contact/LastName"
        let rows = try lab.rows("AccountSet?\(expand)&$orderby=Name")
        let other = try #require(rows[0]["account_primary_contact"])
        #expect(other.members.map(\.name) == ["__metadata", "LastName"])
        #expect(other["LastName"]?.string == "Beck")
        #expect(rows[1]["account_primary_contact"] == .null)
        let filter = "$filter=account_primary_contact/LastName%20eq%20'Beck'"
        #expect(try lab.rows("AccountSet?\(expand)&\(filter)").count == 1)
        let (status, _) = try lab.refusal("GET", "AccountSet?\(filter)")
        #expect(status == 400)
    }

    @Test func expandedCollectionsHaveAtMostAPage() throws {
        let id = try lab.account("Parent")
        for number in 0..<53 {
            try lab.sandbox.create(
                "contact",
                ["lastname": .string("\(number)"), "parentcustomerid": reference("account", id)])
        }
        let rows = try lab.rows("AccountSet?$expand=contact_customer_accounts")
        let related = try #require(rows[0]["contact_customer_accounts"])
        #expect(related["results"]?.elements?.count == 50)
        let next = try #require(related["__next"]?.string)
        let root = ODataV2Lab.base + ODataV2Lab.path
        #expect(try lab.rows(String(next.dropFirst(root.count))).count == 3)
    }

    @Test(arguments: [
        "$inlinecount=allpages", "$format=json", "$count=true", "$nosuch=1", "$apply=aggregate(a)",
        "$filter=Nope%20eq%201", "$filter=Name%20eq", "$filter=Name%20in%20('a')",
        "$filter=Revenue%20gt%205", "$filter=PrimaryContactId/Name%20eq%20'x'",
        "$filter=contact_customer_accounts/any(c:c/LastName%20eq%20'x')",
        "$filter=Name%20eq%20Telephone1", "$filter=NumberOfEmployees%20add%201%20eq%202",
        "$filter=year(CreatedOn)%20eq%202020", "$orderby=account_primary_contact/LastName",
        "$expand=nosuch", "$expand=account_primary_contact/account_primary_contact",
        "$select=nosuch", "$select=account_primary_contact/LastName", "$top=-1", "$top=x",
        "$skiptoken=x", "$skiptoken=0", "$skip=99999999999", "$filter=%zz",
        "$expand=a,b,c,d,e,f,g",
    ])
    func refusesUnknownOptions(options: String) throws {
        let (status, message) = try lab.refusal("GET", "AccountSet?\(options)")
        #expect(status == 400 && !message.isEmpty)
    }

    @Test func sevenRelationshipsAreTooMany() throws {
        let names = [
            "account_primary_contact", "contact_customer_accounts", "account_parent_account",
            "lk_accountbase_createdby", "lk_accountbase_modifiedby", "user_account",
            "transactioncurrency_account",
        ].map { $0 == "account_parent_account" ? "Referencing\($0)" : $0 }
        #expect(
            lab.ask("GET", "AccountSet?$expand=\(names.dropLast().joined(separator: ","))").status
                == 200)
        let (status, message) = try lab.refusal(
            "GET", "AccountSet?$expand=\(names.joined(separator: ","))")
        #expect(status == 400 && message.contains("at most 6"))
    }

    @Test func inlineCountIsAnExtension() throws {
        var limits = ODataV2Limits()
        limits.countsInline = true
        let lab = try ODataV2Lab(limits)
        for name in ["a", "b", "c"] { _ = try lab.account(name) }
        let answer = try lab.get("AccountSet?$inlinecount=allpages&$top=1")
        #expect(answer["__count"]?.string == "3" && answer["results"]?.elements?.count == 1)
    }
}
