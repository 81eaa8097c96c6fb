import PeriluneCore
import Testing

@testable import CRMPlugin

/// Queries as options, and what of them cannot be said.
struct ODataV2QueryTests {
    private let codec = ODataV2Codec(ODataV2Table.schema)

    private func filter(_ fetch: String) throws -> String? {
        let query = try Query(
            fetchXML: "<fetch><entity name='new_thing'>\(fetch)</entity></fetch>")
        var translation = ODataV2Query(codec, ODataV2Table.thing)
        return try translation.options(query).filter?.text(.v2)
    }

    private func condition(_ text: String) throws -> String? {
        try filter("<filter><condition \(text)/></filter>")
    }

    @Test(arguments: [
        ("attribute='new_name' operator='eq' value=\"O'Neil\"", "new_Name eq 'O''Neil'"),
        ("attribute='new_kind' operator='ne' value='2'", "new_Kind/Value ne 2"),
        ("attribute='new_amount' operator='gt' value='10.50'", "new_Amount/Value gt 10.50M"),
        ("attribute='new_amount' operator='gt' value='1000'", "new_Amount/Value gt 1000"),
        ("attribute='new_long' operator='le' value='5'", "new_Long le 5L"),
        ("attribute='new_flag' operator='eq' value='1'", "new_Flag eq true"),
        ("attribute='new_otherid' operator='null'", "new_OtherId/Id eq null"),
        (
            "attribute='new_otherid' operator='eq' value='{00000000-0000-0000-0000-00000000000A}'",
            "new_OtherId/Id eq guid'00000000-0000-0000-0000-00000000000a'"
        ),
        (
            "attribute='new_day' operator='ge' value='2010-07-15T16:19:54Z'",
            "new_Day ge datetime'2010-07-15T16:19:54Z'"
        ),
        ("attribute='new_name' operator='like' value='%a%'", "substringof('a',new_Name)"),
        ("attribute='new_name' operator='like' value='a%'", "startswith(new_Name,'a')"),
        ("attribute='new_name' operator='not-like' value='%a'", "not endswith(new_Name,'a')"),
        ("attribute='new_name' operator='begins-with' value='a'", "startswith(new_Name,'a')"),
        ("attribute='new_name' operator='like' value='a'", "new_Name eq 'a'"),
    ])
    func translatesConditions(condition: String, text: String) throws {
        #expect(try self.condition(condition) == text)
    }

    @Test func translatesListsAndRanges() throws {
        let values = "<value>1</value><value>2</value>"
        #expect(
            try filter(
                "<filter><condition attribute='new_count' operator='in'>\(values)</condition></filter>"
            )
                == "(new_Count eq 1) or (new_Count eq 2)")
        #expect(
            try filter(
                "<filter><condition attribute='new_count' operator='between'>\(values)</condition></filter>"
            )
                == "(new_Count ge 1) and (new_Count le 2)")
        #expect(
            try filter(
                """
                <filter type='or'><condition attribute='new_count' operator='null'/>\
                <filter><condition attribute='new_flag' operator='eq' value='0'/>\
                <condition attribute='new_count' operator='gt' value='1'/></filter></filter>
                """)
                == "(new_Count eq null) or ((new_Flag eq false) and (new_Count gt 1))")
    }

    @Test func aJoinByALookupIsAnExpansion() throws {
        let query = try Query(
            fetchXML: """
                <fetch><entity name='new_thing'><attribute name='new_name'/>\
                <order attribute='new_amount' descending='true'/>\
                <link-entity name='new_other' from='new_otherid' to='new_otherid' alias='o'>\
                <attribute name='new_name'/>\
                <filter><condition attribute='new_name' operator='eq' value='x'/></filter>\
                </link-entity></entity></fetch>
                """)
        var translation = ODataV2Query(codec, ODataV2Table.thing)
        let options = try translation.options(query)
        #expect(options.select == ["new_Name", "new_thing_other/new_Name"])
        #expect(options.expand == ["new_thing_other"])
        #expect(options.filter?.text(.v2) == "new_thing_other/new_Name eq 'x'")
        #expect(options.orders == ["new_Amount/Value desc"])
        var entity = Entity("new_thing")
        entity.relatedEntities = [
            .init(
                Relationship("new_thing_other"),
                EntityCollection([Entity("new_other", ["new_name": "x", "new_thingid": .null])]))
        ]
        let joined = translation.joined(entity)
        #expect(joined.attributes.keys == ["o.new_name"])
        #expect(
            joined["o.new_name"]
                == .aliased(AliasedValue(entity: "new_other", attribute: "new_name", "x")))
    }

    @Test(arguments: [
        "<filter><condition attribute='new_day' operator='last-week'/></filter>",
        "<filter><condition attribute='new_name' operator='like' value='a_b'/></filter>",
        "<filter><condition attribute='new_tags' operator='contain-values'><value>1</value></condition></filter>",
        "<filter><condition attribute='new_name' operator='eq' valueof='new_notes'/></filter>",
        "<attribute name='new_tags'/>", "<attribute name='new_name' alias='n'/>",
        "<link-entity name='new_other' from='new_thingid' to='new_thingid'/>",
        "<link-entity name='new_other' from='new_otherid' to='new_otherid' link-type='any'/>",
        """
        <filter><condition attribute='new_name' operator='eq' value='a'/></filter>\
        <link-entity name='new_other' from='new_otherid' to='new_otherid' alias='o'>\
        <filter><condition attribute='new_name' operator='eq' value='x'/></filter></link-entity>
        """,
    ])
    func refusesUnsupportedConditions(fetch: String) throws {
        #expect {
            _ = try filter(fetch)
        } throws: { error in
            guard case .failure(let failure)? = error as? CRMError else { return false }
            return failure.code == "crm.unsupported" && failure.hint == "use SOAP or the Web API"
        }
    }

    @Test func aggregatesAndDistinctRowsAreRefused() throws {
        for attributes in ["aggregate='true'", "distinct='true'", "returntotalrecordcount='true'"] {
            let column = attributes.hasPrefix("agg") ? "alias='n' aggregate='count'" : ""
            let query = try Query(
                fetchXML:
                    "<fetch \(attributes)><entity name='new_thing'><attribute name='new_name' \(column)/></entity></fetch>"
            )
            var translation = ODataV2Query(codec, ODataV2Table.thing)
            #expect(throws: CRMError.self) { try translation.options(query) }
        }
    }
}
