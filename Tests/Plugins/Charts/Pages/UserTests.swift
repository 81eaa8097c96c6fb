import PeriluneCore
import PeriluneJSON
import Testing

@testable import ChartsPlugin

/// What users see whom a proxy names.
@Suite(.timeLimit(.minutes(5))) struct UserTests {
    static let rule = """
        local log = {}
        return {
          rowsFor = function(query, visitor)
            if visitor.user == "anna" then return { Region = "East" } end
            if visitor.user == "bert" then return { Region = { "East", "West" }, Year = 2011 } end
            if visitor.user == "carl" or visitor.user == "\u{C5}sa" then return true end
            if visitor.user == "dora" then return { Planet = "Earth" } end
            if visitor.user == "emil" then return "East" end
          end,
          willSelectCategory = function(chart, data) return data.user ~= "bert", "not " .. data.user end,
        }
        """

    private func lab() async throws -> PagesLab {
        try await PagesLab(pages: PageOptions(userHeader: "X-User"), [("rule.lua", Self.rule)])
    }

    private func rows(_ visitor: PageVisitor) async throws -> String {
        let sales = try await visitor.figures()["figures"]?[0]
        return sales?["table"]?["rows"]?.json ?? ""
    }

    @Test(arguments: [
        ("anna", #"[["East","10","20"]]"#), ("bert", #"[["East","10"],["West","30"]]"#),
        ("carl", #"[["East","10","20"],["North","","5"],["West","30",""]]"#),
    ])
    func aUserSeesTheRowsThatAScriptAllows(_ user: String, _ rows: String) async throws {
        let lab = try await lab()
        // Somebody else has come before: their rows are not shown.
        _ = try await lab.visitor(user: "carl")
        let visitor = try await lab.visitor(user: user)
        #expect(try await self.rows(visitor) == rows)
        try await visitor.act(#"{"kind": "refresh"}"#)
        #expect(try await self.rows(visitor) == rows)
    }

    @Test(arguments: [
        ("nobody", "no script says which rows of 'Sales'"), ("dora", "Planet"),
        ("emil", "rowsFor must return true"),
    ])
    func withoutAValidAnswerAUserSeesNoRows(_ user: String, _ message: String) async throws {
        let visitor = try await lab().visitor(user: user)
        #expect(try await rows(visitor).contains(message))
        let figures = try await visitor.get("figure.json").text
        #expect(!figures.contains("North") && !figures.contains("Chile"))
    }

    /// Swift takes the sign of angstrom for the letter.
    @Test func lookalikeNamesAreDifferentUsers() async throws {
        let lab = try await lab()
        #expect(try await rows(lab.visitor(user: "\u{C5}sa")).contains("North"))
        let other = try await lab.visitor(user: "\u{212B}sa")
        #expect(try await rows(other).contains("no script says which rows of 'Sales'"))
    }

    @Test func aUserDoesNotSeeWhatIsSelectedInTheSharedSession() async throws {
        let lab = try await lab()
        try await lab.session.apply(.select(.category("North")), to: "Table")
        #expect(try await !lab.visitor(user: "anna").get("figure.json").text.contains("North"))
    }

    @Test func anActionHasTheUser() async throws {
        let lab = try await lab()
        let answer = try await lab.visitor(user: "bert").act(PageActionTests.select)
        #expect(answer["reason"]?.string == "not bert")
        #expect(
            try await lab.visitor(user: "anna").act(PageActionTests.select)["outcome"] == "done")
    }

    @Test(arguments: [nil, "", String(repeating: "x", count: 300)])
    func aRequestThatNamesNoUserIsRejected(_ user: String?) async throws {
        let response = try await lab().send(
            "GET", "/d/lab/figure.json", user.map { [("X-User", $0)] } ?? [])
        #expect(response.status == 403)
        #expect(response.text.contains("charts.user"))
    }

    /// Repaired, the names of two users could be equal.
    @Test func aNameThatIsNotUTF8IsRejected() async throws {
        var request = HTTPRequest(
            method: "GET", path: "/d/lab/figure.json", headers: [("Host", "127.0.0.1")])
        request.headers.add(name: "X-User".utf8, value: [0x61, 0xFF])
        let response = try await lab().answer(to: request)
        #expect(response.status == 403)
        #expect(response.text.contains("is not valid UTF-8"))
    }

    @Test func twoUsersInARequestAreRejected() async throws {
        let response = try await lab().send(
            "GET", "/d/lab/figure.json", [("X-User", "anna"), ("x-user", "carl")])
        #expect(response.status == 403)
    }

    @Test func theCookieOfAnotherUserIsNotAccepted() async throws {
        let lab = try await lab()
        let carl = try await lab.visitor(user: "carl")
        try await carl.act(PageActionTests.select)
        let thief = PageVisitor(lab: lab, cookie: carl.cookie, headers: [("X-User", "anna")])
        #expect(try await thief.get("figure.json").headers["set-cookie"] != nil)
        #expect(try await thief.selected() == [])
        #expect(try await thief.get("changes").status == 404)
    }
}
