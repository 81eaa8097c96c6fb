import PeriluneCore
import PeriluneLua
import Testing

/// Link rules that a configuration sets for a script.
struct LinkRuleSettingTests {
    private func conditions(_ fields: String, url: Value?) throws -> [Interests.Condition] {
        var script = Script(
            name: "rule.lua", source: "return { \(fields) execute = function() end }")
        script.url = url
        return try script.declare(modules: [], log: SilentLog()).interests.conditions
            .filter { $0.field == "url" }
    }

    @Test func theyReplaceThoseOfTheFile() throws {
        let own = try conditions("url = '/own/*',", url: nil)
        #expect(own.map(\.value) == ["/own/*"])
        let set = try conditions("url = '/own/*',", url: ["/a", "/b"])
        #expect(set.map(\.value) == [["/a", "/b"]])
    }

    @Test func aFileWithoutRulesGetsThem() throws {
        #expect(try conditions("", url: "/a").map(\.value) == ["/a"])
        #expect(try conditions("", url: nil).isEmpty)
    }
}
