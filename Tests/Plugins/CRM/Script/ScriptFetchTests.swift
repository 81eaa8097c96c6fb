import PeriluneCore
import PeriluneJSON
import Testing

@testable import CRMPlugin

struct ScriptFetchTests {
    private func fetchXML(_ json: String) throws -> String {
        try ScriptFetch(JSONParser().value(of: Array(json.utf8))).query().fetchXML
    }

    @Test func aTableIsTranslatedToFetchXML() throws {
        let text = try fetchXML(
            """
            {"entity":"contact","attributes":["fullname",{"name":"createdon","alias":"since"}],
             "filter":[["statecode","eq",0],{"any":[["city","eq","Ulm"],["city","null"]]}],
             "link":[{"entity":"account","from":"accountid","to":"parentcustomerid","alias":"a",
                      "type":"outer","attributes":["name"],"filter":[["name","like","A%"]]}],
             "order":["fullname",["createdon","desc"]],"top":10}
            """)
        let query = try Query(fetchXML: text)
        #expect(query.columns.map(\.name) == ["fullname", "createdon"])
        #expect(query.columns[1].alias == "since")
        #expect(query.filters[0].conditions == [Query.Condition("statecode", .equal, ["0"])])
        #expect(query.filters[0].filters[0].isOr)
        #expect(query.links[0].kind == .outer)
        #expect(query.orders.map(\.descending) == [false, true])
        #expect(query.top == 10)
    }

    @Test func aRecordInAConditionStandsForItsId() throws {
        let text = try fetchXML(
            """
            {"entity":"task","filter":[["regardingobjectid","eq",{"logicalname":"lead","id":"7"}]]}
            """)
        #expect(try Query(fetchXML: text).filters[0].conditions[0].values == ["7"])
    }

    @Test(arguments: [
        (#"{"attributes":["name"]}"#, "a query as a table requires an entity"),
        (#"{"entity":"a","where":[]}"#, "unknown field 'where' of a query"),
        (#"{"entity":"a","filter":["name"]}"#, "a condition must be a list"),
        (#"{"entity":"a","link":[{"from":"x"}]}"#, "a link requires entity"),
        (#"{"entity":"a","order":[["name","down"]]}"#, "an order must be a name"),
        (
            #"{"entity":"a","attributes":[{"name":"x","aggregate":"median"}]}"#,
            "unknown aggregate 'median'"
        ),
    ])
    func errorsAreReported(_ json: String, _ message: String) {
        #expect {
            try fetchXML(json)
        } throws: { error in
            (error as? PeriluneError)?.message.contains(message) ?? false
        }
    }
}
