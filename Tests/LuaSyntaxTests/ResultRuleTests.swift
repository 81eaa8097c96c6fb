import Testing

@testable import LuaSyntax

/// Rules about what functions of the host return, and about captures.
struct ResultRuleTests {
    private var api: HostAPI {
        var api = HostAPI(modules: ["link": ["parse"], "window": ["tumbling"], "text": ["get"]])
        api.results["link.parse"] = ResultMembers(
            type: "{ scheme: string?, host: string?, events: table[], all: table }")
        api.results["window.tumbling"] = ResultMembers(
            type:
                "{ add: fun(self, event: any): boolean, boolean, closed: fun(self, e: Event): fun(): { side: string }? }"
        )
        return api
    }

    @Test func readsTheMembersOfAType() throws {
        #expect(api.results["link.parse"]?.fields == ["scheme", "host", "events", "all"])
        #expect(api.results["window.tumbling"]?.methods == ["add", "closed"])
        #expect(api.results["window.tumbling"]?.fields == [])
        for type in ["table", "{ a: string }[]", "string?", "{ a: string }?", ""] {
            #expect(ResultMembers(type: type) == nil, "\(type)")
        }
    }

    @Test func findsAFieldThatAResultDoesNotHave() throws {
        let found = try Rules.findings(
            UnknownResultField.self,
            """
            local link = require "link"
            local parts = link.parse(url)
            f(parts.hst, parts.host, link.parse(url).evnts, parts[name])
            parts.mine = 1
            f(parts.mine)
            """, api: api)
        #expect(
            found == [
                "3:9 what 'link.parse' returns has no 'hst'",
                "3:42 what 'link.parse' returns has no 'evnts'",
            ])
    }

    @Test func ignoresAVariableThatIsReassigned() throws {
        #expect(
            try Rules.findings(
                UnknownResultField.self,
                "local link = require 'link'\nlocal p = link.parse(u)\np = {}\nf(p.hst)", api: api
            ).isEmpty)
    }

    @Test func findsADotBeforeAMethodOfAResult() throws {
        let found = try Rules.findings(
            CallStyle.self,
            """
            local window = require "window"
            local hours = window.tumbling("1h", {})
            return { execute = function(event)
              hours.add(event)
              hours:add(event)
              hours.add(hours, event)
            end }
            """, api: api)
        #expect(
            found == [
                "4:9 'add' is a method of what 'window.tumbling' returns; call it with a colon"
            ])
    }

    @Test(arguments: [
        ("'/reports/{id:i}'", "ids", "no rule in 'url' captures 'ids'"),
        ("{ '/a/{x}', 'mstr://?evt=1&r=R{key:i}' }", "kee", "no rule in 'url' captures 'kee'"),
        ("'/reports/*'", "id", "no rule in 'url' captures 'id'"),
    ])
    func findsACaptureThatNoRuleHas(_ url: String, _ name: String, _ message: String) throws {
        let found = try Rules.findings(
            UnknownCapture.self,
            "return { url = \(url),\n execute = function(event, c) c:emit(event.captures.\(name)) end }"
        )
        #expect(found.map { String($0.drop { $0 != " " }.dropFirst()) } == [message])
    }

    @Test(arguments: [
        ("'/reports/{id:i}'", "id"), ("'/{sales,{team}}/x'", "team"), ("rules", "ids"),
        ("{ '/a/{x}', other }", "y"), ("'/reports{,/{id:i}}'", "id"),
    ])
    func acceptsCapturesThatARuleMayHave(_ url: String, _ name: String) throws {
        #expect(
            try Rules.findings(
                UnknownCapture.self,
                "return { url = \(url),\n execute = function(event, c) c:emit(event.captures.\(name), event.captures[1]) end }"
            ).isEmpty)
    }
}
