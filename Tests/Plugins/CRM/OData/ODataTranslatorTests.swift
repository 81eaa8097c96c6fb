import PeriluneCore
import Testing

@testable import CRMPlugin

struct ODataTranslatorTests {
    private func query(
        _ filter: String, _ names: ODataNames = ODataSample.v4,
        of entity: EntityDefinition = ODataSample.account
    ) throws -> Query {
        try ODataOptions([("$filter", filter)], names.version).query(of: entity, names)
    }

    private func conditions(
        _ filter: String, _ names: ODataNames = ODataSample.v4
    ) throws
        -> [Query.Condition]
    {
        try query(filter, names).filters.flatMap(\.conditions)
    }

    @Test func valuesHaveTheTypeOfTheirColumn() throws {
        let id = ODataSample.id
        let cases: [(String, Query.Condition)] = [
            ("name eq 'x'", .init("name", .equal, ["x"])),
            (
                "revenue gt 1000.50",
                .init(
                    "revenue", .greaterThan, [.money(Money(CRMDecimal(mantissa: 100050, scale: 2)))]
                )
            ),
            ("statecode ne 0", .init("statecode", .notEqual, [.option(0)])),
            ("numberofemployees le 7", .init("numberofemployees", .lessEqual, [7])),
            ("_primarycontactid_value eq \(id)", .init("primarycontactid", .equal, [.guid(id)])),
            ("7 lt numberofemployees", .init("numberofemployees", .greaterThan, [7])),
            ("name eq null", .init("name", .null)), ("null ne name", .init("name", .notNull)),
            ("donotemail", .init("donotemail", .equal, [true])),
            ("not donotemail", .init("donotemail", .equal, [false])),
            ("name in ('a','b')", .init("name", .in, ["a", "b"])),
            ("primarycontactid/contactid eq \(id)", .init("primarycontactid", .equal, [.guid(id)])),
            (
                "Microsoft.Dynamics.CRM.LastXDays(PropertyName='createdon',PropertyValue='5')",
                .init("createdon", .lastXDays, [5])
            ),
            (
                "Microsoft.Dynamics.CRM.Between(PropertyName='numberofemployees',"
                    + "PropertyValues=['1','9'])", .init("numberofemployees", .between, [1, 9])
            ),
            (
                "Microsoft.Dynamics.CRM.ContainValues(PropertyName='categories',"
                    + "PropertyValues=[1,2])",
                .init("categories", .containValues, [.option(1), .option(2)])
            ),
        ]
        for (text, expected) in cases { #expect(try conditions(text) == [expected], "\(text)") }
    }

    @Test func versionTwoCanAddressPartsOfValues() throws {
        let id = ODataSample.id
        let cases: [(String, Query.Condition)] = [
            ("Revenue/Value gt 1000", .init("revenue", .greaterThan, [.money(Money(1000))])),
            ("StateCode/Value eq 0", .init("statecode", .equal, [.option(0)])),
            ("PrimaryContactId/Id eq guid'\(id)'", .init("primarycontactid", .equal, [.guid(id)])),
            ("substringof('x',Name)", .init("name", .like, ["%x%"])),
            ("substringof('x',Name) eq false", .init("name", .notLike, ["%x%"])),
        ]
        for (text, expected) in cases {
            #expect(try conditions(text, ODataSample.v2) == [expected], "\(text)")
        }
    }

    @Test func wildcardsInATextAreEscaped() throws {
        #expect(
            try conditions("startswith(name,'50%_[')")
                == [.init("name", .like, ["50[%][_][[]%"])])
    }

    @Test func negationIsPushedDownToConditions() throws {
        let filter = try query("not (name eq 'a' and (revenue gt 1 or statecode eq 0))").filters[0]
        #expect(filter.isOr)
        #expect(filter.conditions == [.init("name", .notEqual, ["a"])])
        #expect(
            filter.filters == [
                Query.Filter([
                    .init("revenue", .lessEqual, [.money(Money(1))]),
                    .init("statecode", .notEqual, [.option(0)]),
                ])
            ])
    }

    @Test func aLookupInAPathBecomesAnOuterLink() throws {
        let query = try query("primarycontactid/lastname eq 'x' or name eq 'y'")
        #expect(query.links.count == 1)
        #expect(query.links[0].kind == .outer)
        #expect(query.links[0].entity == "contact")
        #expect(query.links[0].from == "contactid" && query.links[0].to == "primarycontactid")
        #expect(query.filters[0].conditions[0].entityName == query.links[0].alias)
    }

    @Test func theSameLookupIsJoinedOnce() throws {
        let query = try query(
            "primarycontactid/lastname eq 'x' and primarycontactid/birthdate eq null")
        #expect(query.links.count == 1)
    }

    @Test func lambdasBecomeExistenceLinks() throws {
        let any = try query("contact_customer_accounts/any(c:c/lastname eq 'x')").filters[0]
        #expect(any.links[0].kind == .any && any.links[0].from == "parentcustomerid")
        #expect(any.links[0].filters[0].conditions == [.init("lastname", .equal, ["x"])])
        let all = try query("contact_customer_accounts/all(c:c/lastname eq 'x')").filters[0]
        #expect(all.links[0].kind == .notAny)
        #expect(all.links[0].filters[0].conditions == [.init("lastname", .notEqual, ["x"])])
        let none = try query("not contact_customer_accounts/any()").filters[0]
        #expect(none.links[0].kind == .notAny)
        let many = try query(
            "listcontact_association/any(l:l/listname eq 'x')", of: ODataSample.contact)
        let link = many.filters[0].links[0]
        #expect(link.entity == "listmember" && link.from == "entityid" && link.to == "contactid")
        #expect(link.links[0].from == "listid" && link.links[0].to == "listid")
    }

    @Test func refusesWhatHasNoMeaning() {
        for text in [
            "nosuch eq 1", "Name eq 'x'", "name eq 1", "statecode eq 'x'", "name gt null",
            "'a' eq 'b'",
            "true", "name", "contains(revenue,'1')", "contains(name,1)",
            "primarycontactid/nosuch eq 1", "contact_customer_accounts/lastname eq 'x'",
            "primarycontactid/any(c:c/lastname eq 'x')",
            "contact_customer_accounts/any(c:lastname eq 'x')",
            "not Microsoft.Dynamics.CRM.Today(PropertyName='createdon')",
            "Microsoft.Dynamics.CRM.LastXDays(PropertyName='createdon',PropertyValue='x')",
            "primarycontactid eq \(ODataSample.id)", "numberofemployees eq 99999999999",
        ] {
            #expect(throws: PeriluneError.self, "\(text)") { try query(text) }
        }
    }

    @Test func suggestsTheRightSpelling() {
        do {
            _ = try query("Revenue gt 1")
            Issue.record("was read")
        } catch let error as PeriluneError {
            #expect(error.hint == "did you mean revenue?")
        } catch {
            Issue.record("\(error)")
        }
    }

    @Test func selectsColumnsAndTheCurrencyOfAmounts() throws {
        let options = try ODataOptions(
            [("$select", "name,revenue,_ownerid_value,primarycontactid"), ("$top", "3")], .v4)
        let query = try options.query(of: ODataSample.account, ODataSample.v4)
        #expect(
            query.columns.map(\.name) == [
                "name", "revenue", "transactioncurrencyid", "ownerid", "primarycontactid",
            ])
        #expect(query.top == 3 && !query.allColumns)
    }

    @Test func expandsHaveOptionsOfTheirOwn() throws {
        let options = try ODataOptions(
            [
                (
                    "$expand",
                    "primarycontactid($select=lastname),contact_customer_accounts"
                        + "($filter=lastname eq 'a,b;c';$orderby=lastname desc;$top=2;"
                        + "$expand=parentcustomerid_account($select=name))"
                )
            ], .v4)
        #expect(options.expand.count == 2)
        #expect(options.expand[1].options.top == 2)
        #expect(options.expand[1].options.expand[0].options.select == [ODataPath(["name"])])
    }

    @Test func applyBecomesAnAggregate() throws {
        let options = try ODataOptions(
            [
                (
                    "$apply",
                    "filter(revenue gt 5)/groupby((statecode),aggregate(revenue with sum as total,"
                        + "$count as rows,name with countdistinct as names))"
                )
            ], .v4)
        let query = try options.query(of: ODataSample.account, ODataSample.v4)
        #expect(query.aggregate)
        #expect(query.columns.map(\.alias) == ["statecode", "total", "rows", "names"])
        #expect(query.columns.map(\.aggregate) == [nil, .sum, .count, .countColumn])
        #expect(query.columns[0].groupBy && query.columns[3].distinct)
        #expect(query.filters[0].conditions[0].operator == .greaterThan)
    }

    @Test func refusesOptionsTwiceAndUnknown() {
        for pairs in [
            [("$top", "1"), ("$top", "2")], [("$nosuch", "1")], [("$top", "-1")], [("$top", "x")],
            [("$count", "maybe")], [("$apply", "compute(1)")], [("$orderby", "name up")],
            [("$expand", "a($apply=filter(b eq 1))")],
        ] {
            #expect(throws: PeriluneError.self, "\(pairs)") { try ODataOptions(pairs, .v4) }
        }
    }
}
