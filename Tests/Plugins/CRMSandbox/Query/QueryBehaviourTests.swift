import CRMPlugin
import PeriluneCore
import PeriluneStore
import Testing

@testable import CRMSandboxPlugin

struct QueryBehaviourTests {
    private func id(_ kind: UInt64, _ number: Int) -> CRMValue {
        .guid(TinyTables.id(kind, number))
    }

    private func things(_ count: Int, _ fill: (Int) -> Row) -> [Row] {
        (0..<count).map { number in
            var row = fill(number)
            row["thingid"] = id(1, number)
            row["versionnumber"] = .long(Int64(number))
            return row
        }
    }

    private func fault(_ engine: QueryEngine, _ query: Query) -> CRMFault? {
        do throws(CRMFault) {
            _ = try engine.run(query)
            return nil
        } catch { return error }
    }

    private func named(_ values: CRMValue...) throws -> QueryEngine {
        try TinyTables.engine(["thing": things(values.count) { ["name": values[$0]] }])
    }

    @Test func answersTheIdentityAndTheVersionWithoutBeingAsked() throws {
        let answer = try named("a").run(Query("thing"))
        #expect(answer.entities[0].attributes == ["thingid": id(1, 0)])
        #expect(answer.entities[0].id == TinyTables.id(1, 0))
        #expect(answer.entities[0].rowVersion == "0")
        #expect(answer.totalRecordCount == -1)
        #expect(answer.entityName == "thing")
    }

    @Test func namesUnknownTablesAndColumnsAsCRMDoes() throws {
        let engine = try named("a")
        #expect(fault(engine, Query("nothing"))?.code == .queryNoEntity)
        var query = Query("thing")
        query.columns = [.init("foo")]
        let unknown = fault(engine, query)
        #expect(unknown?.code == .queryNoAttribute)
        #expect(
            unknown?.message
                == "'Thing' entity doesn't contain attribute with Name = 'foo' and NameMapping = 'Logical'"
        )
        query.columns = [.init("Name")]
        #expect(fault(engine, query)?.message.hasSuffix("write 'name'") == true)
    }

    @Test func bindsValuesThatLookLikeSQL() throws {
        let evil = "x' OR 1=1 --"
        let engine = try named("a", .string(evil))
        var query = Query("thing")
        query.filters = [.init([.init("name", .equal, [.string(evil)])])]
        #expect(try engine.run(query).entities.map(\.id) == [TinyTables.id(1, 1)])
        query.filters = [.init([.init("name\" OR 1=1 --", .equal, ["a"])])]
        #expect(fault(engine, query)?.code == .queryNoAttribute)
    }

    @Test func numbersLinksWithoutAlias() throws {
        var tables = [
            "thing": things(1) { _ in ["personid": .reference(.init("person", TinyTables.id(2, 0)))]
            }
        ]
        tables["person"] = [["personid": id(2, 0), "name": "Ann"]]
        let engine = try TinyTables.engine(tables)
        var query = Query("thing")
        var link = Query.Link("person", from: "personid", to: "personid")
        link.columns = [.init("name")]
        query.links = [link, link]
        query.columns = [.init("personid")]
        let entity = try #require(try engine.run(query).entities.first)
        #expect(
            entity["person1.name"]
                == .aliased(.init(entity: "person", attribute: "name", "Ann")))
        #expect(entity["person2.name"] != nil)
        #expect(entity["personid", as: EntityReference.self]?.name == "Ann")
        #expect(entity.formattedValues["personid"] == "Ann")
    }

    @Test func findsTheColumnsOfALinkByItsRelationship() throws {
        var query = Query("thing")
        query.links = [.init("thingtag", alias: "x", .inner)]
        query.links[0].links = [.init("tag", alias: "y")]
        _ = try named("a").run(query)
        query.links = [.init("team", alias: "x")]
        #expect(fault(try named("a"), query)?.code == .queryMissingAttribute)
    }

    @Test func refusesCookiesThatDoNotFit() throws {
        let engine = try named("a", "b", "c", "d")
        var query = Query("thing")
        query.orders = [.init("name")]
        query.page.count = 1
        let cookie = try #require(try engine.run(query).pagingCookie)
        #expect(
            cookie
                == "<cookie page=\"1\"><name last=\"a\" first=\"a\"/><thingid last=\"{00000001-0000-0000-0000-000000000000}\" first=\"{00000001-0000-0000-0000-000000000000}\"/></cookie>"
        )
        query.page.cookie = cookie
        query.page.number = 3
        #expect(fault(engine, query)?.code == .queryInvalidPagingCookie)
        query.page.number = 2
        query.orders = [.init("size")]
        #expect(fault(engine, query)?.code == .queryPagingOrder)
        query.page.cookie = "<cookie page='1'"
        #expect(fault(engine, query)?.code == .queryInvalidPagingCookie)
        query.page.cookie = "<cookie page='1'><size last='x'/><thingid last='{}'/></cookie>"
        #expect(fault(engine, query)?.code == .queryInvalidPagingCookie)
    }

    @Test func goesBackAPage() throws {
        let engine = try named("a", "b", "c")
        var query = Query("thing")
        query.page.count = 1
        query.page.number = 3
        let third = try engine.run(query)
        #expect(!third.moreRecords)
        query.page.number = 2
        query.page.cookie = third.pagingCookie
        #expect(try engine.run(query).entities.first?.id == TinyTables.id(1, 1))
        query.page.number = 3
        #expect(try engine.run(query).entities.first?.id == TinyTables.id(1, 2))
    }

    @Test func limitsPagesWithoutACookie() throws {
        var engine = try named("a")
        engine.simplePagingLimit = 100
        var query = Query("thing")
        query.page.count = 50
        query.page.number = 3
        #expect(fault(engine, query)?.code == .queryInvalidPagingCookie)
    }

    @Test func countsUpToItsLimit() throws {
        var engine = try named("a", "b", "c")
        var query = Query("thing")
        query.page.count = 1
        query.page.returnsTotal = true
        #expect(try engine.run(query).totalRecordCount == 3)
        engine.countLimit = 2
        let answer = try engine.run(query)
        #expect(answer.totalRecordCount == 2)
        #expect(answer.totalRecordCountLimitExceeded)
    }

    @Test func answersAnEmptyAggregateWithOneRow() throws {
        let engine = try TinyTables.engine([:])
        var query = Query("thing")
        query.aggregate = true
        query.columns = [
            .init("thingid", alias: "n", aggregate: .count),
            .init("price", alias: "s", aggregate: .sum),
        ]
        let rows = try engine.run(query).entities
        #expect(rows.count == 1)
        #expect(
            rows.first?["n"] == .aliased(.init(entity: "thing", attribute: "thingid", .int(0))))
        #expect(
            rows.first?["s"] == .aliased(.init(entity: "thing", attribute: "price", .null)))
        var group = Query.Column("name", alias: "g")
        group.groupBy = true
        query.columns.append(group)
        #expect(try engine.run(query).entities.isEmpty)
    }

    @Test func aGroupOfOwnersHasTheirTable() throws {
        let owners = ["systemuser", "team"].map { EntityReference($0, TinyTables.id(7, 1)) }
        let engine = try TinyTables.engine([
            "thing": things(4) { ["ownerid": .reference(owners[$0 % 2])] }
        ])
        var query = Query("thing")
        query.aggregate = true
        var group = Query.Column("ownerid", alias: "who")
        group.groupBy = true
        query.columns = [.init("thingid", alias: "n", aggregate: .count), group]
        let tables = try engine.run(query).entities.compactMap { row -> String? in
            guard case .aliased(let value)? = row["who"], case .reference(let owner) = value.value
            else { return nil }
            return owner.logicalName
        }
        #expect(Set(tables) == ["systemuser", "team"])
    }

    @Test func refusesToAggregateTooManyRecords() throws {
        let engine = try named("a", "b", "c")
        var query = Query("thing")
        query.aggregate = true
        query.columns = [.init("thingid", alias: "n", aggregate: .count)]
        query.aggregateLimit = 2
        #expect(fault(engine, query)?.code == .aggregateLimitExceeded)
        query.aggregateLimit = 3
        #expect(fault(engine, query) == nil)
    }

    @Test func keepsMoneyAndDecimalsExact() throws {
        let engine = try TinyTables.engine([
            "thing": things(3) { _ in
                [
                    "price": .money(Money(CRMDecimal(mantissa: 10, scale: 2))),
                    "weight": .decimal(CRMDecimal(mantissa: 1, scale: 1)),
                ]
            }
        ])
        var query = Query("thing")
        query.aggregate = true
        query.columns = [
            .init("price", alias: "p", aggregate: .sum),
            .init("weight", alias: "w", aggregate: .sum),
        ]
        let row = try #require(try engine.run(query).entities.first)
        #expect(
            row["p"]
                == .aliased(
                    .init(
                        entity: "thing", attribute: "price",
                        .money(Money(CRMDecimal(mantissa: 3, scale: 1))))))
        #expect(
            row["w"]
                == .aliased(
                    .init(
                        entity: "thing", attribute: "weight",
                        .decimal(CRMDecimal(mantissa: 3, scale: 1)))))
    }

    @Test func countsChildren() throws {
        let parent = CRMValue.reference(.init("thing", TinyTables.id(1, 0)))
        let engine = try TinyTables.engine([
            "thing": things(3) { $0 == 0 ? [:] : ["parentthingid": parent] }
        ])
        var query = Query("thing")
        var column = Query.Column("thingid", alias: "children")
        column.countChildren = true
        query.columns = [column]
        let counts = try engine.run(query).entities.map { Cell($0["children"]) }
        #expect(counts == [.number(2), .number(0), .number(0)])
    }

    @Test func comparesTwoColumnsOfOneTypeOnly() throws {
        var query = Query("thing")
        query.filters = [.init([.init("name", .equal, valueOf: "size")])]
        #expect(fault(try named("a"), query)?.code == .invalidArgument)
    }

    @Test(arguments: [
        (ConditionOperator.like, "size"), (.today, "name"), (.containValues, "color"),
        (.equalUserId, "size"), (.under, "ownerid"),
    ]) func refusesOperatorsThatDoNotFitTheColumn(
        _ comparison: ConditionOperator, _ name: String
    ) throws {
        var query = Query("thing")
        query.filters = [.init([.init(name, comparison, comparison.arity == 0 ? [] : ["1"])])]
        if name == "ownerid" {
            query.filters[0].conditions[0].values = [.guid(.zero)]
            // A user has users above it.
            #expect(fault(try named("a"), query) == nil)
        } else {
            #expect(fault(try named("a"), query)?.code == .queryBadOperator)
        }
    }

    @Test(arguments: [("size", "many"), ("made", "soon"), ("personid", "{1}"), ("isnew", "2")])
    func refusesValuesThatDoNotFitTheColumn(_ name: String, _ text: String) throws {
        var query = Query("thing")
        query.filters = [.init([.init(name, .equal, [.string(text)])])]
        let refusal = fault(try named("a"), query)
        #expect(refusal?.code == .invalidArgument)
        #expect(refusal?.message.contains(text) == true)
    }

    @Test func userOperatorsUseTheCallerItsTeamsAndItsReports() throws {
        func owner(_ kind: String, _ number: Int) -> Row {
            ["ownerid": .reference(.init(kind, TinyTables.id(kind == "team" ? 9 : 8, number)))]
        }
        var dice = Dice(1)
        var tables = TinyData.tables(&dice)
        let owners = [
            owner("systemuser", 1), owner("systemuser", 2), owner("systemuser", 3),
            owner("team", 1), owner("team", 2),
        ]
        tables["thing"] = things(5) { owners[$0] }
        let engine = try TinyTables.engine(tables)
        func found(_ comparison: ConditionOperator) throws -> [Int] {
            var query = Query("thing")
            query.filters = [.init([.init("ownerid", comparison)])]
            return try engine.run(query).entities.compactMap { $0.id.map { Int($0.bytes[15]) } }
        }
        #expect(try found(.equalUserId) == [0])
        #expect(try found(.equalUserTeams) == [3])
        #expect(try found(.equalUserOrUserTeams) == [0, 3])
        #expect(try found(.equalUserOrUserHierarchy) == [0, 1, 2])
        #expect(try found(.equalUserOrUserHierarchyAndTeams) == [0, 1, 2, 3, 4])
        var users = Query("systemuser")
        users.filters = [.init([.init("businessunitid", .equalBusinessId)])]
        #expect(try engine.run(users).entities.count == 2)
    }

    @Test func survivesDeepNesting() throws {
        var filter = Query.Filter([.init("name", .notNull)])
        for _ in 0..<30 {
            filter = Query.Filter(or: true, [.init("name", .null)], filters: [filter])
        }
        var query = Query("thing")
        query.filters = [filter]
        #expect(try named("a", "b").run(query).entities.count == 2)
        for _ in 0..<30 {
            filter = Query.Filter(or: true, [.init("name", .null)], filters: [filter])
        }
        query.filters = [filter]
        let refusal = fault(try named("a"), query)
        #expect(refusal == nil || refusal?.code == .tooManyConditions)
    }
}
