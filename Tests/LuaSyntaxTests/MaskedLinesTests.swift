import LuaSyntax
import Testing

struct MaskedLinesTests {
    @Test(arguments: [
        (#"secret = "hunter2""#, #"secret = "*******""#),
        (#"{ ["client-secret"] = 'ab', url = 'x' }"#, #"{ ["client-secret"] = '**', url = 'x' }"#),
        (#"headers = { ["X-Key"] = "ab", B = "c" }"#, #"headers = { ["X-Key"] = "**", B = "*" }"#),
        (#"password = "a" .. "b""#, #"password = "*" .. "*""#),
        (#"secret = { env = "CRM" }"#, #"secret = { env = "CRM" }"#),
        (#"{ secret = 5, url = "x" }"#, #"{ secret = 5, url = "x" }"#),
        (#"{ token = { "a" }, url = "x" }"#, #"{ token = { "*" }, url = "x" }"#),
        (#"key = "unfinished"#, #"key = ***********"#),
        ("url = 'x'", "url = 'x'"),
        (#"return { key = "all", token = "ab" }"#, #"return { key = "all", token = "**" }"#),
        (#"return { a = { key = "ab" } }"#, #"return { a = { key = "**" } }"#),
    ])
    func hidesWhatLooksLikeASecret(_ text: String, _ shown: String) {
        #expect(MaskedLines(Array(text.utf8)).text(ofLine: 1) == shown)
    }

    @Test(arguments: [
        (
            #"return { outputs = { a = { key = "id" } } }"#,
            #"return { outputs = { a = { key = "id" } } }"#
        ),
        (
            #"local c = { outputs = { a = { key = { "id", "day" } } } }"#,
            #"local c = { outputs = { a = { key = { "id", "day" } } } }"#
        ),
        (
            #"return { outputs = { a = { key = "k3yk3yk3yk3y" } } }"#,
            #"return { outputs = { a = { key = "************" } } }"#
        ),
        (
            #"return { outputs = { a = { key = { token = "ab", { "cd" } } } } }"#,
            #"return { outputs = { a = { key = { token = "**", { "**" } } } } }"#
        ),
        (
            #"return { outputs = { a = { headers = { key = "ab" } }, key = "cd" } }"#,
            #"return { outputs = { a = { headers = { key = "**" } }, key = "**" } }"#
        ),
        (
            #"return { outputs = { token = { key = "ab" } } }"#,
            #"return { outputs = { token = { key = "**" } } }"#
        ),
    ])
    func showsTheKeyOfAnOutput(_ text: String, _ shown: String) {
        #expect(MaskedLines(Array(text.utf8)).text(ofLine: 1) == shown)
    }

    @Test(arguments: [
        ("local a, password = 1, 'ab'", "local a, password = 1, '**'"),
        ("local a, password = { b = 'x' }, 'ab'", "local a, password = { b = '*' }, '**'"),
        ("c.password, a = 'ab', 1", "c.password, a = '**', 1"),
        ("{ password = password, url = 'x' }", "{ password = password, url = 'x' }"),
        ("{ a, password, url = 'x' }", "{ a, password, url = 'x' }"),
        ("local password = x or 'ab'", "local password = x or '**'"),
        ("password = x and 'a' or 'b'", "password = x and '*' or '*'"),
        ("password = nil or 'ab'", "password = nil or '**'"),
        ("local password = nil local url = 'x'", "local password = nil local url = 'x'"),
        ("if password == 'ab' then f('x') end", "if password == '**' then f('x') end"),
        ("if c.password ~= 'ab' then", "if c.password ~= '**' then"),
        ("if c['password'] == 'ab' then", "if c['password'] == '**' then"),
        ("if 'ab' == c.password then", "if '**' == c.password then"),
        ("if key == 'Escape' then", "if key == 'Escape' then"),
        ("if 'x' == url then", "if 'x' == url then"),
    ])
    func hidesValuesInStatementsAndConditions(_ text: String, _ shown: String) {
        #expect(MaskedLines(Array(text.utf8)).text(ofLine: 1) == shown)
    }

    /// A log that is given in place of a script is shown in the message about it.
    @Test(arguments: [
        (#"{"id":"x","password":"ab","url":"x"}"#, #"{"id":"x","password":"**","url":"x"}"#),
        (#"{"data": {"token" : "ab"}, "a":"x"}"#, #"{"data": {"token" : "**"}, "a":"x"}"#),
        (#"{"password":["ab","cd"],"a":["x"]}"#, #"{"password":["**","cd"],"a":["x"]}"#),
        ("f(s:rep('x'), 'y'):z('x')", "f(s:rep('x'), 'y'):z('x')"),
    ])
    func hidesValuesOfJSON(_ text: String, _ shown: String) {
        let lines = MaskedLines(Array(text.utf8), isConfiguration: false)
        #expect(lines.text(ofLine: 1) == shown)
    }

    @Test(arguments: [
        ("{ badge = 'ab', url = 'x' }", "{ badge = '**', url = 'x' }"),
        ("{ ['badge'] = 'ab' }", "{ ['badge'] = '**' }"),
        ("if badge == 'ab' then", "if badge == '**' then"),
        ("return { badge = 'ab', key = 'x' }", "return { badge = '**', key = 'x' }"),
    ])
    func hidesValuesOfNamesThatTheCallerGives(_ text: String, _ shown: String) {
        let lines = MaskedLines(Array(text.utf8), isSecret: { $0 == "badge" })
        #expect(lines.text(ofLine: 1) == shown)
    }

    /// In a script, `key` is mostly an everyday name.
    @Test(arguments: [
        ("{ topic = 'x', key = 'customer' }", "{ topic = 'x', key = 'customer' }"),
        ("key = '{data.customer}'", "key = '{data.customer}'"),
        ("key = 'key of 12 words'", "key = 'key of 12 words'"),
        ("key = 'AIzaSyA1bC2dE3fG4'", "key = '*****************'"),
        (
            "{ api_key = 'ab', secret = { key = 'ab' } }",
            "{ api_key = '**', secret = { key = '**' } }"
        ),
    ])
    func showsTheKeyOfATableInAScript(_ text: String, _ shown: String) {
        let lines = MaskedLines(
            Array(text.utf8), isConfiguration: false, isSecret: { $0 == "api_key" })
        #expect(lines.text(ofLine: 1) == shown)
    }

    @Test func hidesEachLineOfALongText() {
        let lines = MaskedLines(Array("secret = [[ab\ncd]]\nurl = 1".utf8))
        #expect(lines.text(ofLine: 1)?.contains("ab") == false)
        #expect(lines.text(ofLine: 2)?.contains("cd") == false)
        #expect(lines.text(ofLine: 3) == "url = 1")
        #expect(lines.text(ofLine: 4) == nil)
    }
}
