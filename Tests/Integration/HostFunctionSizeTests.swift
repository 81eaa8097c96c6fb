import Foundation
import Testing

/// Calls every function of every module with 1, 1,000 and 10,000 elements.
///
/// The time limit of the script detects quadratic functions: a linear one takes a few milliseconds
/// for 10,000 elements, a quadratic one exceeds the limit. `PERILUNE_ELEMENTS` raises the number.
struct HostFunctionSizeTests {
    private let shell: Shell
    private static let most =
        ProcessInfo.processInfo.environment["PERILUNE_ELEMENTS"].flatMap { Int($0) } ?? 10_000
    private static let modules = [
        "json", "log", "time", "url", "link", "patterns", "snapshot", "crm", "login",
        "csv", "kv", "regex", "hash", "base64", "hex", "ip",
    ]

    init() throws { shell = try Shell() }

    private static let rule = """
        local function object(n)
          local made = {}
          for i = 1, n do made["name" .. i] = i end
          return made
        end
        local function list(n)
          local made = {}
          for i = 1, n do made[i] = "value" .. i end
          return made
        end
        local link = "mstr://?evt=4001&a=1&name1=2"
        local calls = {
          function(f, value) return f(value) end,
          function(f, value) return f(link, value) end,
          function(f, value) return f(value, value) end,
          function(f, value) return f("contact", "id", value) end,
        }
        return { on = "size.test", execute = function(event, commander)
          local n, tried = event.data.n, {}
          local values = { object(n), list(n), { data = object(n) } }
          local function try(name, f)
            tried[#tried + 1] = name
            for _, call in ipairs(calls) do
              for _, value in ipairs(values) do pcall(call, f, value) end
            end
          end
          for name, f in pairs(require(event.data.module)) do
            if type(f) == "function" then try(name, f) end
          end
          if event.data.module == "json" then
            local json = require "json"
            local text = json.encode(object(n))
            try("decode", function() return json.decode(text) end)
            try("with", function(value) return json.encode(json.with(event.data.object, value)) end)
            for _, name in ipairs { "emit", "publish", "reject", "default" } do
              try(name, function(value) return commander[name](commander, value) end)
            end
            commander:publish { type = "size.other", data = object(n) }
          end
          commander:emit(tried)
          return commander:pass()
        end }
        """

    @Test func aFunctionTakesTimeInProportionToItsArguments() throws {
        try shell.write(Self.rule, "sizes.lua")
        var events: [String] = []
        for count in [1, 1_000, Self.most] {
            let object = (1...count).map { #""name\#($0)":\#($0)"# }.joined(separator: ",")
            for module in Self.modules {
                events.append(
                    #"{"specversion":"1.0","id":"\#(module) \#(count)","source":"/sizes","type":"size.test","data":{"module":"\#(module)","n":\#(count),"object":{\#(object)}}}"#
                )
            }
        }
        try shell.write(events.joined(separator: "\n") + "\n", "sizes.jsonl")
        let result = try shell.perilune(
            "process sizes.jsonl -s sizes.lua --time-limit 30000 --memory-limit 512 --dry-run --records r.jsonl -o o.jsonl --quarantine q.jsonl"
        )
        #expect(try shell.read("q.jsonl") == "", "\(result.errors)")
        let records = try shell.read("r.jsonl").split(separator: "\n")
        let failed = records.filter { $0.contains(#""outcome":"failed""#) }
        #expect(failed.isEmpty, "\(failed.map { $0.prefix(300) })")
        #expect(records.count >= events.count)
    }
}
