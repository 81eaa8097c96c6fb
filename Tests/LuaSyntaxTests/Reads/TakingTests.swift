import Testing

@testable import LuaSyntax

/// Which scripts keep every event that they are asked about.
struct TakingTests {
    @Test(arguments: [
        "return { execute = function(event, commander) end }",
        "return { shouldHandle = function() return true end, execute = function(e, c) c:emit(e) end }",
        "local d = {} function d:executeURL(url, c) return c:handleURLLink(url) end return d",
    ]) func recognizesDelegatesThatHandleEveryEvent(script: String) throws {
        #expect(try ScriptModel(Array(script.utf8)).takesEverything)
    }

    @Test(arguments: [
        "return { execute = function(event, commander) return commander:pass() end }",
        "return { execute = function(event, commander) return help(commander) end }",
        "return { shouldHandle = function(e) return e.x end, execute = function(e, c) end }",
        "return { shouldHandle = ask, execute = function(e, c) end }",
        "return { execute = function(...) return f(...) end }",
        "return make { execute = function() end }",
        "return { execute = function(e, c) local p = c.pass return p(c) end }",
    ]) func recognizesDelegatesThatMayPassEvents(script: String) throws {
        #expect(try !ScriptModel(Array(script.utf8)).takesEverything)
    }
}
