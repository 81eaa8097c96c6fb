import PeriluneCore
import PeriluneLua
import Testing

/// What editors and the reference show of the modules of scripts.
struct ModuleDocumentationTests {
    @Test func theCommentOfAFunctionIsItsDocumentation() throws {
        let file = try ModuleFile(
            path: "prices.lua",
            source: Array(
                """
                -- Prices of the shop.
                return {
                  -- Computes a price
                  -- with its tax.
                  ---@param net number The price before tax.
                  ---@param country? string Where it is sold.
                  ---@return number
                  ---@nodiscard
                  gross = function(net, country) return net end,
                }
                """.utf8))
        #expect(file.summary == "Prices of the shop.")
        let function = try #require(file.functions.first)
        #expect(function.name == "gross")
        #expect(function.summary == "Computes a price with its tax.")
        #expect(function.parameters.map(\.name) == ["net", "country"])
        #expect(
            function.parameters.map(\.summary) == ["The price before tax.", "Where it is sold."])
        #expect(function.parameters.map(\.isOptional) == [false, true])
        #expect(function.returns == "number")
    }

    /// Otherwise the language server would warn of each field that the script sets.
    @Test func aModuleWithoutMembersMayGetAnyField() {
        let text = EditorDefinitions.text(modules: [HostModule("state", "Kept values.", [])])
        #expect(text.contains("---@class perilune.state\n---@field [string] any\nlocal state"))
        let other = HostModule(
            "clock", "Times.", [HostFunction("now", "The time.", [], .sync { _, _ in 1 })])
        #expect(
            EditorDefinitions.text(modules: [other]).contains(
                "---@class perilune.clock\nlocal clock"))
    }
}
