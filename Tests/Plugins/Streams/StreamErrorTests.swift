import PeriluneCore
import Testing

/// What the modules refuse, at the line of the script.
struct StreamErrorTests {
    @Test(arguments: [
        ("require('window').tumbling('5 minutes', {})", "the size of a window must be a duration"),
        ("require('window').tumbling('5m', {})", "the aggregates must be a table"),
        ("require('window').tumbling('5m', { n = aggregate.count })", "'n' is not an aggregate"),
        ("require('window').tumbling('5m', { key = aggregate.count() })", "has already"),
        ("require('window').sliding('5m', '2m', { n = aggregate.count() })", "a multiple"),
        ("require('window').sliding('1d', '1s', { n = aggregate.count() })", "500 times"),
        (
            "require('window').session('5m', { n = aggregate.count() }, { late = '1m' })",
            "no option 'late'"
        ),
        ("require('dedupe').within('5m', { name = 'a/b' })", "without a slash"),
        ("require('dedupe').within(5)", "must be a duration"),
        ("require('throttle').rate('5', '1m')", "the count must be an integer"),
        ("require('join').within('5m', { limit = 0 })", "limit must be an integer"),
        ("require('sample').rate(2)", "the rate must be a number from 0 to 1"),
        ("aggregate.sum()", "the first argument must be a path"),
        ("aggregate.quantile('v', 95)", "from 0 to 1"),
        ("aggregate.quantile('v')", "write aggregate"),
        ("do local d = require('dedupe') d.within('1m') d.within('2m') end", "state.dedupe"),
    ])
    func refusesInvalidArguments(_ call: String, _ message: String) async throws {
        let error = await error("execute = function() end", before: "local _ = 0\n\(call)")
        #expect(error?.message.contains(message) == true, "\(call): \(String(describing: error))")
        #expect(error?.place.line == 3, "\(call): \(String(describing: error))")
    }

    @Test(arguments: [
        ("values:seen(1.5)", "must be a string or an integer, got float"),
        ("values.seen('a')", "with a colon"),
        ("set:add({}, { v = 'x' })", "aggregate.sum: v must be a number, got string"),
        ("set:add({ n = {} }, { v = 1 })", "attempt to perform arithmetic on a table value"),
        ("require('dedupe').within('1m', { name = 'b' })", "at the top of the file"),
        ("require('throttle')", "local throttle = require \"throttle\" at the top"),
    ])
    func failsTheEvent(_ call: String, _ message: String) async throws {
        let values = "local values = require('dedupe').within('1m')"
        let sum = " local set = aggregate.of { n = aggregate.sum('v') }"
        let error = await error(
            "execute = function(event)\n\(call)\nend",
            before: call.contains("throttle") ? "local _" : values + sum)
        #expect(error?.message.contains(message) == true, "\(call): \(String(describing: error))")
        #expect(error?.place.line == 4, "\(call): \(String(describing: error))")
    }

    @Test(arguments: [("", 1000), (", { limit = 3 }", 3)])
    func joinRefusesMoreValuesOfAKeyThanItKeeps(_ options: String, _ limit: Int) async throws {
        func error(adding count: Int) async throws -> PeriluneError? {
            try await StreamLab.failure(
                """
                local join = require("join").within("1m"\(options))
                return { on = "test", onTimer = function() end, execute = function()
                  for i = 1, \(count) do join:add("a", i) end
                end }
                """)
        }
        #expect(try await error(adding: limit) == nil)
        let message = try await error(adding: limit + 1)?.message ?? ""
        #expect(message.contains("\(limit) values are kept"), "\(message)")
        #expect(message.contains("raise the option limit"), "\(message)")
    }

    private func error(_ fields: String, before: String) async -> PeriluneError? {
        do {
            return try await StreamLab.failure("\(before)\nreturn { on = 'test', \(fields) }")
        } catch {
            return error as? PeriluneError
        }
    }
}
