import CRMPlugin
import Testing

struct FetchXMLTests {
    private func fault(_ text: String) -> CRMFault? {
        do throws(CRMFault) {
            _ = try Query(fetchXML: text)
            return nil
        } catch { return error }
    }

    private func inEntity(_ text: String) -> String {
        "<fetch><entity name=\"account\">\(text)</entity></fetch>"
    }

    @Test func readsEveryPartOfAQuery() throws {
        let query = try Query(
            fetchXML: """
                <fetch version="1.0" output-format="xml-platform" mapping="logical" distinct="true"
                       count="10" page="2" paging-cookie="&lt;cookie page=&quot;1&quot;/&gt;"
                       returntotalrecordcount="true" no-lock="1">
                  <entity name="account">
                    <all-attributes/>
                    <attribute name="name" alias="title"/>
                    <order attribute="name" descending="true"/>
                    <order attribute="fullname" entityname="c"/>
                    <filter type="or">
                      <condition attribute="name" operator="begins-with" value="A &amp; B"/>
                      <condition entityname="c" attribute="statecode" operator="in">
                        <value uitype="x">0</value><value>1</value>
                      </condition>
                      <condition attribute="a" operator="gt" valueof="c.b"/>
                      <filter><condition attribute="name" operator="neq" value=""/></filter>
                      <link-entity name="task" from="regardingobjectid" to="accountid" link-type="not any"/>
                    </filter>
                    <link-entity name="contact" from="contactid" to="primarycontactid" alias="c"
                                 link-type="outer" intersect="true" visible="false">
                      <attribute name="fullname"/>
                      <link-entity name="systemuser" from="systemuserid" to="ownerid"/>
                    </link-entity>
                  </entity>
                </fetch>
                """)
        var expected = Query("account")
        expected.distinct = true
        expected.allColumns = true
        expected.columns = [.init("name", alias: "title")]
        expected.page.count = 10
        expected.page.number = 2
        expected.page.cookie = "<cookie page=\"1\"/>"
        expected.page.returnsTotal = true
        expected.orders = [
            .init("name", descending: true), .init("fullname", entityName: "c"),
        ]
        expected.filters = [
            .init(
                or: true,
                [
                    .init("name", .beginsWith, ["A & B"]),
                    .init("statecode", .in, ["0", "1"], entityName: "c"),
                    .init("a", .greaterThan, valueOf: "c.b"),
                ], filters: [.init([.init("name", .notEqual, [""])])],
                links: [.init("task", from: "regardingobjectid", to: "accountid", .notAny)])
        ]
        var link = Query.Link(
            "contact", from: "contactid", to: "primarycontactid", alias: "c", .outer)
        link.isIntersect = true
        link.columns = [.init("fullname")]
        link.links = [.init("systemuser", from: "systemuserid", to: "ownerid")]
        expected.links = [link]
        #expect(query == expected)
        #expect(try Query(fetchXML: query.fetchXML) == query)
    }

    @Test func readsAggregates() throws {
        let query = try Query(
            fetchXML: """
                <fetch aggregate="true" aggregatelimit="100" useraworderby="true">
                <entity name="opportunity">
                <attribute name="estimatedvalue" alias="sum" aggregate="sum"/>
                <attribute name="name" alias="n" aggregate="countcolumn" distinct="true"/>
                <attribute name="createdon" alias="q" groupby="true" dategrouping="fiscal-period"
                  usertimezone="false"/>
                <order alias="sum" descending="true"/></entity></fetch>
                """)
        #expect(query.columns[0].aggregate == .sum)
        #expect(query.columns[1].distinct)
        #expect(query.columns[2].dateGrouping == .fiscalPeriod)
        #expect(query.columns[2].userTimeZone == false)
        #expect(query.orders == [.init("sum", descending: true, isAlias: true)])
        #expect(query.aggregateLimit == 100)
        #expect(query.rawOrder)
        #expect(try Query(fetchXML: query.fetchXML) == query)
    }

    @Test func valuesOfAnOperatorThatTakesNoneAreAllowed() throws {
        let query = try Query(
            fetchXML: inEntity(
                "<filter><condition attribute='a' operator='null' value=''/></filter>"))
        #expect(query.filters.first?.conditions.first?.operator == .null)
    }

    @Test(arguments: ConditionOperator.allCases)
    func readsEveryOperator(_ comparison: ConditionOperator) throws {
        let values = (0..<(comparison.arity ?? 3)).map { "<value>\($0)</value>" }.joined()
        let query = try Query(
            fetchXML: inEntity(
                "<filter><condition attribute='a' operator='\(comparison.rawValue)'>\(values)</condition></filter>"
            ))
        #expect(query.filters.first?.conditions.first?.operator == comparison)
        #expect(try Query(fetchXML: query.fetchXML) == query)
    }

    @Test(arguments: [
        ("<fetch>", ErrorCode.queryInvalidNode, "Invalid XML"),
        ("<!DOCTYPE fetch [<!ENTITY a \"b\">]><fetch/>", .queryInvalidNode, "Invalid XML"),
        ("<query/>", .queryInvalidNode, "write <fetch>"),
        ("<fetch/>", .queryMissingElement, "<entity"),
        ("<fetch><entity/></fetch>", .queryMissingAttribute, "name"),
        ("<fetch count='x'><entity name='a'/></fetch>", .invalidArgument, "count"),
        ("<fetch><entity name='a'><foo/></entity></fetch>", .queryInvalidNode, "link-entity"),
        ("<fetch><entity nam='a'/></fetch>", .queryMissingAttribute, "name"),
        (
            "<fetch><entity name='a'><filter type='xor'/></entity></fetch>", .queryBadFilterType,
            "\"and\""
        ),
        (
            "<fetch><entity name='a'><filter><condition attribute='b' operator='equals' value='1'/></filter></entity></fetch>",
            .queryBadOperator, "\"eq\""
        ),
        (
            "<fetch><entity name='a'><filter><condition attribute='b' operator='eq'/></filter></entity></fetch>",
            .queryMissingAttribute, "1 value"
        ),
        (
            "<fetch><entity name='a'><filter><condition attribute='b' operator='eq' valu='1'/></filter></entity></fetch>",
            .queryInvalidNode, "valu"
        ),
        (
            "<fetch><entity name='a'><filter><condition attribute='b' operator='like' valueof='c'/></filter></entity></fetch>",
            .queryBadOperator, "valueof"
        ),
        (
            "<fetch><entity name='a'><link-entity name='b' link-type='left'/></entity></fetch>",
            .queryBadJoin, "outer"
        ),
        (
            "<fetch><entity name='a'><filter><link-entity name='b'/></filter></entity></fetch>",
            .queryBadJoin, "not any"
        ),
        (
            "<fetch aggregate='true'><entity name='a'><attribute name='b' alias='c' aggregate='total'/></entity></fetch>",
            .queryBadAggregate, "sum"
        ),
    ]) func saysWhatIsWrong(_ text: String, _ code: ErrorCode, _ part: String) throws {
        let fault = try #require(self.fault(text))
        #expect(fault.code == code, "\(fault.message)")
        #expect(fault.message.contains(part), "\(fault.message)")
    }

    @Test func errorsHaveLineAndColumn() {
        let fault = self.fault("<fetch>\n  <entity name='a'>\n    <oops/>\n  </entity></fetch>")
        #expect(fault?.message.hasPrefix("line 3, column 5: ") == true)
    }

    @Test func boundsConditionsLinksAndDepth() throws {
        func filter(_ count: Int) -> String {
            inEntity(
                "<filter>"
                    + String(repeating: "<condition attribute='a' operator='null'/>", count: count)
                    + "</filter>")
        }
        try Query(fetchXML: filter(500)).checkRules()
        #expect(throws: CRMFault.self) { try Query(fetchXML: filter(501)).checkRules() }
        let deep =
            String(repeating: "<filter>", count: 1000) + String(repeating: "</filter>", count: 1000)
        #expect(fault(inEntity(deep))?.code == .queryInvalidNode)
    }

    @Test(arguments: [
        ("<attribute name='a' alias='1x'/>", ErrorCode.queryInvalidAlias),
        ("<attribute name='a' alias='x y'/>", .queryInvalidAlias),
        ("<attribute name='a' alias='x'/><attribute name='b' alias='x'/>", .queryDuplicateAlias),
        (
            "<link-entity name='a' alias='x'/><link-entity name='b' alias='x'/>",
            .queryDuplicateAlias
        ),
    ]) func refusesBadAliases(_ text: String, _ code: ErrorCode) throws {
        let query = try Query(fetchXML: inEntity(text))
        do throws(CRMFault) {
            try query.checkRules()
            Issue.record("no fault")
        } catch { #expect(error.code == code) }
    }

    @Test(arguments: [
        ("<all-attributes/>", ErrorCode.queryBadAggregate),
        ("<attribute name='a' aggregate='sum'/>", .queryNoAlias),
        ("<attribute name='a' alias='x'/>", .queryBadAggregate),
        (
            "<attribute name='a' alias='x' aggregate='sum'/><order attribute='a'/>", .queryNoAlias
        ),
        ("", .queryMissingElement),
    ]) func refusesBadAggregates(_ text: String, _ code: ErrorCode) throws {
        let query = try Query(
            fetchXML: "<fetch aggregate='true'><entity name='a'>\(text)</entity></fetch>")
        do throws(CRMFault) {
            try query.checkRules()
            Issue.record("no fault")
        } catch { #expect(error.code == code) }
    }

    @Test func topCannotBeCombinedWithPaging() throws {
        for paging in ["page='2'", "count='5'", "returntotalrecordcount='true'"] {
            let query = try Query(
                fetchXML: "<fetch top='3' \(paging)><entity name='a'/></fetch>")
            #expect(throws: CRMFault.self) { try query.checkRules() }
        }
    }

    @Test func writesAComparisonWithNullAsAnEmptyList() throws {
        var query = Query("a")
        query.filters = [.init([.init("b", .equal, [.null])])]
        let again = try Query(fetchXML: query.fetchXML)
        #expect(again.filters[0].conditions[0] == .init("b", .in))
    }
}
