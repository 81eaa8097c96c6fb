import Foundation
import Testing

/// Charts over the rows of a CRM, asked for in FetchXML over HTTP.
@Suite(.timeLimit(.minutes(5))) struct ChartsCRMTests {
    private let shell: Shell
    private let sandbox: Process

    init() throws {
        shell = try Shell()
        let port = try FreePort.next()
        sandbox = try shell.start("perilune crm sandbox --listen 127.0.0.1:\(port)")
        try shell.write(
            #"{"organizations": [{"name": "dev", "url": "http://127.0.0.1:\#(port)"}]}"#,
            "crm.json")
        try shell.write(
            """
            <Dashboard><Chart Name="Ratings" Title="Value by rating" ChartType="Column" Query="Ratings">
              <Category Column="Rating" DisplayName="Rating"/>
              <Values><Value Expression="Value" ValueSequence="1" DisplayName="Value"/></Values>
            </Chart></Dashboard>

            """, "board.xml")
        try shell.run("mkdir board.data")
        try shell.write(
            """
            <fetch aggregate="true"><entity name="opportunity">
              <attribute name="opportunityratingcode" alias="Rating" groupby="true"/>
              <attribute name="estimatedvalue" alias="Value" aggregate="sum"/>
              <attribute name="opportunityid" alias="Number" aggregate="count"/>
              <order alias="Rating"/>
            </entity></fetch>
            """, "board.data/Ratings.fetchxml")
        try shell.write(
            """
            <fetch><entity name="account"><attribute name="name"/><attribute name="address1_city" alias="City"/>
              <filter><condition attribute="name" operator="eq" value=":Name"/></filter>
              <order attribute="name"/>
            </entity></fetch>
            """, "board.data/Accounts.fetchxml")
    }

    private func query(_ arguments: String) throws -> Shell.Result {
        let result = try shell.perilune("charts query board.xml \(arguments) --crm crm.json")
        #expect(result.status == 0, "\(result.errors)")
        return result
    }

    @Test func drawsRowsFromACRM() throws {
        defer { sandbox.terminate() }
        let result = try shell.perilune("charts render board.xml --crm crm.json -o board.svg")
        #expect(result.errors.isEmpty)
        #expect(result.status == 0)
        let picture = try shell.read("board.svg")
        for label in ["Hot", "Warm", "Cold"] { #expect(picture.contains(label)) }
        let view = "snapshot board/Ratings --charts board.xml --crm crm.json -o one.svg"
        #expect(try shell.perilune(view).status == 0)
    }

    @Test func aConditionRestrictsTheRows() throws {
        defer { sandbox.terminate() }
        #expect(try query("Ratings --json").objects().count == 3)
        let hot = try query("Ratings --json --where Rating=Hot").objects()
        #expect(hot.map { $0["Rating"] as? String } == ["Hot"])
        #expect(hot.first?["Number"] as? Int == 5)
        // What is computed of many records is restricted afterwards.
        let number = try query("Ratings --json --where Number=5").objects()
        #expect(number.count == 3)
        #expect(try query("Ratings --json --where Number=4").objects().isEmpty)
    }

    /// Whatever a value holds, it stays a value.
    @Test func bindsArguments() throws {
        defer { sandbox.terminate() }
        let name = #"O'Hara "& <Sons>" /><link-entity name='"#
        let record = try JSONSerialization.data(withJSONObject: [
            "name": name, "address1_city": "Ulm",
        ])
        try record.write(to: shell.folder.appending(path: "account.json"))
        let crm = try shell.read("crm.json")
        let url = try #require(crm.split(separator: "\"").first { $0.hasPrefix("http") })
        try shell.run(
            "curl -sf \(url)/api/data/v9.2/accounts -H 'Content-Type: application/json' -d @account.json"
        )
        try shell.write(name, "name")
        let all = try query("Accounts --json").objects()
        #expect(all.count > 5)
        let bound = try query(#"Accounts --json --where Name="$(cat name)""#).objects()
        #expect(bound.map { $0["name"] as? String } == [name])
        let condition = try query(#"Accounts --json --where name="$(cat name)""#).objects()
        #expect(condition.map { $0["City"] as? String } == ["Ulm"])
        #expect(try query("Accounts --json --where City=Nowhere").objects().isEmpty)
    }

    @Test func aCommentNamesTheOrganizationThatAnswers() throws {
        defer { sandbox.terminate() }
        let crm = try shell.read("crm.json")
        try shell.write(
            crm.replacing(
                #"[{"name": "dev""#,
                with: #"[{"name": "gone", "url": "http://127.0.0.1:1"}, {"name": "dev""#),
            "crm.json")
        #expect(try shell.perilune("charts query board.xml Ratings --crm crm.json").status != 0)
        let text = try shell.read("board.data/Ratings.fetchxml")
        try shell.write("<!-- organization: dev -->\n" + text, "board.data/Ratings.fetchxml")
        #expect(try query("Ratings --json").objects().count == 3)
        try shell.write("<!-- organization: prod -->\n" + text, "board.data/Ratings.fetchxml")
        let unknown = try shell.perilune("charts query board.xml Ratings --crm crm.json")
        #expect(unknown.errors.contains("there is no organization 'prod'"))
        #expect(unknown.errors.contains("the organizations are gone, dev"))
    }

    @Test func saysWhatIsWrong() throws {
        let missing = try shell.perilune("charts query board.xml Ratings")
        #expect(missing.errors.contains("board.data/Ratings.fetchxml: query Ratings is FetchXML"))
        #expect(missing.errors.contains("--crm FILE"))
        #expect(missing.status == 65)
        let column = try shell.perilune(
            "charts query board.xml Ratings --where Nothing=1 --crm crm.json")
        #expect(column.errors.contains("cannot be filtered by Nothing"))
        try shell.write(
            "<fetch><entity name='account'><atribute/></entity></fetch>",
            "board.data/Ratings.fetchxml")
        let wrong = try shell.perilune("charts check board.xml --crm crm.json")
        #expect(wrong.output.contains("board.data/Ratings.fetchxml"))
        #expect(wrong.output.contains("line 1, column 31"))
        #expect(wrong.status == 1)
        sandbox.terminate()
        sandbox.waitUntilExit()
        try shell.run("cp board.data/Accounts.fetchxml board.data/Ratings.fetchxml")
        let gone = try shell.perilune("charts check board.xml --crm crm.json")
        #expect(gone.output.contains("error: board.data/Ratings.fetchxml"))
        #expect(gone.status == 1)
    }

    /// A script and a server ask the same way.
    @Test func aCapturedPictureShowsRowsFromACRM() throws {
        defer { sandbox.terminate() }
        try shell.write(
            """
            return { on = "take", execute = function(event, commander)
              local picture = require("snapshot").capture("board/Ratings", { format = "svg" })
              commander:emit(picture and "taken")
            end }
            """, "take.lua")
        try shell.write(
            #"{"specversion":"1.0","id":"1","source":"/me","type":"take"}"# + "\n", "take.jsonl")
        let result = try shell.perilune(
            "process take.jsonl --charts board.xml --crm crm.json --script take.lua")
        #expect(result.output == "\"taken\"\n", "\(result.errors)")
    }
}
