import Foundation
import Testing

/// Secrets of links are shown nowhere, whatever a script does with the link.
struct RedactionTests {
    private let shell: Shell

    init() throws {
        shell = try Shell()
        try shell.write(
            """
            local log = require "log"
            return {
              on = "link.*",
              execute = function(event, commander)
                local url = event.data.url
                log.warn("saw " .. url, { url = url })
                if url:find("refuse") then return commander:reject("no " .. url) end
                if url:find("fail") then error("bad " .. url) end
                commander:publish { type = "link.url", data = { url = url .. "&refuse=1" } }
                commander:emit { url = url }
                return commander:handleURLLink(url)
              end,
            }
            """, "careless.lua")
    }

    @Test(
        arguments: ["refuse", "fail", "follow"],
        ["open", "open --json", "explain", "explain --json"])
    func hidesSecretsFromPeople(way: String, command: String) throws {
        let url = "https://h/mstrWeb?evt=4001&uid=ann&pwd=hunter2&token=3c2f9e&\(way)=1"
        let result = try shell.perilune("\(command) '\(url)' -s careless.lua")
        let shown = result.output + result.errors
        #expect(shown.contains("pwd=***") || shown.contains(#""pwd":"***""#))
        for secret in ["ann", "hunter2", "3c2f9e"] { #expect(!shown.contains(secret)) }
    }

    @Test func hidesSecretsInRecordsAndMessages() throws {
        let urls = ["refuse", "fail", "follow"].map { "mstr://?evt=4001&pwd=hunter2&\($0)=1\n" }
        try shell.write(urls.joined(), "links.txt")
        let result = try shell.perilune(
            "process links.txt --as link -s careless.lua -o out.jsonl --records -")
        #expect(result.lines.count == 4)
        #expect(!(result.output + result.errors).contains("hunter2"))
    }

    @Test(arguments: [
        (
            #"local u = "a?token=" .. e.id .. e.x.y"#, #"local u = "a?token=" .. e.id .. e.x.y"#
        ),
        (#"local u = "a?token=hunter2" .. e.x.y"#, #"local u = "a?token=*******" .. e.x.y"#),
        ("local token=e.x.y", "local token=e.x.y"),
        (
            #"local t = { password = "hunter2", e.x.y }"#,
            #"local t = { password = "*******", e.x.y }"#
        ),
        (#"local n = e.x.y -- pwd=hunter2"#, "local n = e.x.y -- pwd=*******"),
        (#"type { api_key = "hunter2", e.x.y }"#, #"type { api_key = "*******", e.x.y }"#),
        (#"type { ['api-key'] = 'hunter2', e.x.y }"#, #"type { ['api-key'] = '*******', e.x.y }"#),
        (#"type { passphrase = 'hunter2', e.x.y }"#, #"type { passphrase = '*******', e.x.y }"#),
    ])
    func hidesSecretsOfAScriptAndNothingElse(line: String, shown: String) throws {
        try shell.write("{\"id\":\"1\",\"source\":\"s\",\"type\":\"t\"}\n", "log")
        try shell.write("return { on = 't', execute = function(e)\n\(line)\nend }", "rule.lua")
        let result = try shell.perilune("process log -s rule.lua")
        let caret = String(repeating: " ", count: 2 + line.distance(to: "x.y")) + "^"
        #expect(result.errors.contains("\n  \(shown)\n\(caret)\n"), "\(result.errors)")
    }

    @Test(arguments: ["password = hunter2", #"{ password = \"hunter2\" }"#])
    func hidesSecretsInTextsOfErrors(text: String) throws {
        try shell.write("{\"id\":\"1\",\"source\":\"s\",\"type\":\"t\"}\n", "log")
        try shell.write(
            "return { on = 't', execute = function(e)\nerror(\"\(text)\")\nend }", "rule.lua")
        let result = try shell.perilune("process log -s rule.lua --records -")
        #expect(result.errors.contains("password = "), "\(result.errors)")
        #expect(!(result.output + result.errors).contains("hunter2"))
    }

    @Test func hidesSecretsInIdsOfEvents() throws {
        try shell.write(
            #"{"id":"/a?token=hunter2","source":"s","type":"t"}"# + "\n"
                + #"{"id":"/b?token=hunter2","source":"s","type":"t"}"# + "\n", "log")
        try shell.write(
            """
            return { on = "t", execute = function(event)
              require("log").warn("seen")
              if event.id:find("b") then error("no") end
            end }
            """, "rule.lua")
        let result = try shell.perilune("process log -s rule.lua --records records.jsonl")
        let records = try shell.read("records.jsonl")
        #expect(records.contains(#""event":"/a?token=***""#))
        #expect(result.errors.contains("(event /b?token=***)"))
        #expect(!(records + result.output + result.errors).contains("hunter2"))
        let then = try shell.perilune(
            "explain --log log --id '/a?token=hunter2' -s rule.lua --record records.jsonl")
        #expect(then.output.contains("the decision is the same"), "\(then.errors)")
    }

    @Test(arguments: [
        (
            #"x=sink:http {"password":"hunter2""#,
            "the options of output 'x' are not a JSON object"
        ),
        (#"x {"password":"hunter2"}"#, "an output must be NAME=FILE"),
    ])
    func hidesSecretsOfOutputsThatAreInvalid(output: String, message: String) throws {
        let result = try shell.run(
            "perilune process log", environment: ["PERILUNE_TO": output])
        #expect(result.errors.contains(message), "\(result.errors)")
        #expect(!result.errors.contains("hunter2"))
    }

    @Test func hidesSecretsBesideANumberThatDoesNotFit() throws {
        try shell.write(
            #"{"specversion":"1.0","id":"1","source":"s","type":"t","data":{"n":1e400,"password":98765432109876543210,"#
                + #""auth":{"a":"hunter2"}}}"# + "\n", "log")
        try shell.write(
            """
            local json, log = require "json", require "log"
            return { on = "t", execute = function(event, commander)
              local data = json.copy(event.data)
              log.warn("seen", data)
              commander:emit(data)
              local secret = event.data.password
            end }
            """, "rule.lua")
        for options in ["", "--json", "--verbose"] {
            let result = try shell.perilune("explain --log log --id 1 -s rule.lua \(options)")
            let text = result.output + result.errors
            #expect(text.contains("1e400"))
            #expect(!text.contains("9876") && !text.contains("hunter2"), "\(text)")
        }
        let run = try shell.perilune("process log -s rule.lua --records - --quarantine q.jsonl")
        #expect(!(run.output + run.errors).contains("9876"))
        let list = try shell.perilune("quarantine list --file q.jsonl")
        #expect(list.output.contains("log:1  t  1"))
        #expect(!(list.output + list.errors).contains("9876"))
        let prompt = try shell.run(
            "printf ':event 1\\n:fields data\\nevent.data\\n' | perilune repl --log log")
        #expect(prompt.output.contains("n = 1e400"))
        #expect(!(prompt.output + prompt.errors).contains("9876"), "\(prompt.errors)")
    }

    @Test(arguments: [
        #"local password = "hunter2""#, #"local p, n = { token = "hunter2" }, undefinedd.x"#,
        #"local p, n = "a?pwd=hunter2", undefinedd.x"#, #"error("token=hunter2")"#,
        #"local password = "hunter2"#,
    ])
    func hidesSecretsInScriptsThatAreChecked(line: String) throws {
        try shell.write("\(line)\nreturn { execute = function() end }\n", "checked.lua")
        for options in ["", "--json"] {
            let result = try shell.perilune("check checked.lua \(options)")
            #expect(result.output.contains("checked.lua"))
            let text = result.output + result.errors
            #expect(!text.contains("hunter2"), "\(text)")
        }
    }

    @Test func hidesSecretsInALineThatIsBroken() throws {
        try shell.write(
            #"{"id":"1","source":"s","data":{"url":"mstr://?pwd=hunter2&evt=1"},}"# + "\n", "log")
        let result = try shell.perilune("process log --records - --quarantine q.jsonl")
        #expect(
            result.errors.contains(
                #"{"id":"1","source":"s","data":{"url":"mstr://?pwd=***&evt=1"},}"#))
        #expect(!(result.output + result.errors).contains("hunter2"))
        // The quarantine is for mending and running again: it holds the line as it was.
        #expect(try shell.read("q.jsonl").contains("hunter2"))
    }

    @Test func hidesSecretsInExpectedValuesOfTests() throws {
        try shell.write(
            """
            return {
              {
                name = "refuses",
                events = { { type = "link.drill", data = { url = "a?refuse=1&pwd=hunter2" } } },
                records = { { outcome = "rejected", reason = "refused a?refuse=2&pwd=hunter3" } },
              },
            }
            """, "careless_test.lua")
        let result = try shell.perilune("test careless_test.lua")
        #expect(result.output.contains("refused a?refuse=2&pwd=***"))
        #expect(!(result.output + result.errors).contains("hunter2"))
    }

    @Test func hidesFieldsThatTheConfigurationNames() throws {
        try shell.write(
            #"return { scripts = "careless.lua", redact = "badge-no" }"#, "perilune.lua")
        try shell.write("mstr://?evt=4001&Badge-No=4711&follow=1\n", "links.txt")
        let result = try shell.perilune("process links.txt --as link -o out.jsonl --records -")
        #expect(result.output.contains(#""Badge-No":"***""#))
        #expect(!(result.output + result.errors).contains("4711"))
    }

    @Test func hidesSecretsInTheTypesOfPublishedEvents() throws {
        try shell.write(
            """
            return { on = "link.*", execute = function(event, commander)
              commander:publish { type = "seen." .. event.data.url, data = {} }
            end }
            """, "typed.lua")
        try shell.write("mstr://?evt=4001&pwd=hunter2\n", "links.txt")
        _ = try shell.perilune(
            "process links.txt --as link -s typed.lua -o out.jsonl --records records.jsonl")
        let records = try shell.read("records.jsonl")
        #expect(records.contains("pwd=***"))
        #expect(!records.contains("hunter2"))
    }
}

extension String {
    /// The number of characters before a text.
    fileprivate func distance(to text: String) -> Int {
        range(of: text).map { self[..<$0.lowerBound].count } ?? 0
    }
}
