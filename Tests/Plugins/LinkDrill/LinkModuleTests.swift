import LinkDrillPlugin
import PeriluneCore
import Testing

/// The modules `link` and `url`, as scripts call them.
struct LinkModuleTests {
    @Test(arguments: [
        (
            #"link.parse("https://ann@bi.Example.com:8080/mstrWeb?evt=4001#top").host"#,
            #""bi.example.com""#
        ),
        (#"link.parse("mstr://?evt=4001&reportID=A").name"#, #""run report""#),
        (#"link.parse("mstr://?evt=4001&reportID=A").target"#, #""A""#),
        (#"link.parse("mstr://?evt=10000001").custom"#, "true"),
        (#"link.parse("mstr://?evt=77").known"#, "false"),
        (#"link.parse("mstr://?evt=77").number"#, "77"),
        (#"link.parse("mstr://?evt=77").host == nil"#, "true"),
        (#"link.parse("mstr://?x=a%20b&x=2").parameters.x"#, #""a b""#),
        (#"link.parse("mstr://?x=a%20b&x=2").all.x"#, #"["a b","2"]"#),
        (
            #"link.parse("mstr://?evt=4001&valuePromptAnswers=1%5e%5eB").prompts.values"#,
            #"["1",null,"B"]"#
        ),
        (#"#link.parse("mstr://?evt=3995&evt=3999").events"#, "2"),
        (
            #"link.parse("mstr://?Server=s&evt=3995&evt=4001&reportID=A&evtorder=4001,3995").events[1].link"#,
            #""mstr://?Server=s&evtorder=4001,3995&evt=4001&reportID=A""#
        ),
        (#"link.parse(" mstr://evt=3995").events[1].link"#, #"" mstr://evt=3995""#),
        (#"link.parse("mstr://evt=3995").warnings[1].code"#, #""link.question-mark""#),
        (#"link.encode("a b/ü")"#, #""a%20b%2F%C3%BC""#),
        (#"link.redact("mstr://?pwd=x&a=1")"#, #""mstr://?pwd=***&a=1""#),
        (
            #"url.parse("http://[::1]:80/a?b=1#c")"#,
            #"{"all":{"b":["1"]},"fragment":"c","host":"[::1]","href":"http://[::1]/a?b=1#c","origin":"http://[::1]","parameters":{"b":"1"},"path":"/a","query":"b=1","scheme":"http"}"#
        ),
        (#"url.parse("HTTPS:\\ann:pw@EXAMPLE.com:8443\\a").username"#, #""ann""#),
        (#"url.parse("https://ann:pw@example.com:8443/").password"#, #""pw""#),
        (#"url.parse("https://example.com:8443/").port"#, "8443"),
        (#"url.parse("mstr://evt=1&x=A|B").parameters.x"#, #""A|B""#),
        (#"url.parse(" mstr://evt=1&x=A|B").href"#, #""mstr://evt=1&x=A|B""#),
        (#"url.parse("mstr://ann@h:8080/a?evt=1").host"#, #""h""#),
        (#"url.parse("mstr://ann@h:8080/a?evt=1").port"#, "8080"),
        (#"url.parse("mstr://h:5?evt=1").port"#, "5"),
        (#"url.parse("mailto:a@example.com").origin == nil"#, "true"),
        (#"select(2, pcall(url.parse, "https://[::1")) ~= nil"#, "true"),
        (#"pcall(url.parse, "https://h:8a")"#, "false"),
        (#"pcall(url.parse, "https://h:99999999999999999999")"#, "false"),
        (#"url.resolve("https://h/a/b?c", "../d#e")"#, #""https://h/d#e""#),
        (#"url.resolve("https://h/a/b", "//g/x")"#, #""https://g/x""#),
        (#"url.resolve("https://h/", "mstr://evt=1&x=A|B ")"#, #""mstr://evt=1&x=A|B""#),
        (#"pcall(url.resolve, "a/b", "c")"#, "false"),
        (
            #"url.normalize(" HTTP://Example.com:80\\a\\..\\%7e b ")"#,
            #""http://example.com/%7e%20b""#
        ),
        (#"url.normalize("https://ｍünchen.de")"#, #""https://xn--mnchen-3ya.de/""#),
        (#"pcall(url.normalize, "a/b")"#, "false"),
        (
            #"link.parse(" https:good.com\\@evil.com/").canonical"#,
            #""https://good.com/@evil.com/""#
        ),
        (
            #"link.parse("https://h:99999/").problem"#,
            #""the port is not a number from 0 to 65535""#
        ),
        (#"link.parse("mstr://?" .. ("a&"):rep(300) .. "b=1").parameters.b"#, #""1""#),
        (#"link.parse("mstr://?evt=99999999999999999999").custom"#, "true"),
        (
            #"link.editLinks([[<ud><hls><hl lt="web" ttp="0x3"/></hls></ud>]]).links[1].type"#,
            #""web""#
        ),
        (#"url.decode("a+b%20c")"#, #""a+b c""#),
        (#"url.decode("a+b%20c", true)"#, #""a b c""#),
        (#"url.query { b = { 1, 2 }, a = "x&y", c = true }"#, #""a=x%26y&b=1&b=2&c=true""#),
        (#"url.query {}"#, #""""#),
        (
            #"url.with("mstr://?evt=1&x=%7e&x=2&y=|", { x = "new", z = 3 })"#,
            #""mstr://?evt=1&x=new&y=|&z=3""#
        ),
        (
            #"link.parse("https://h.example.com/Library/app/0123456789ABCDEF0123456789abcdef/0123456789ABCDEF0123456789abcdef/K53--K46").dossier"#,
            #"{"id":"0123456789ABCDEF0123456789abcdef","page":"K53--K46","project":"0123456789ABCDEF0123456789abcdef"}"#
        ),
        (
            #"link.parse("dossier://?url=https%3A%2F%2Fh.example.com%2FL%2Fapp%2F0123456789ABCDEF0123456789abcdef%2F0123456789ABCDEF0123456789abcdef%2Fbookmarks%3Fids%3D7").dossier"#,
            #"{"bookmark":"7","id":"0123456789ABCDEF0123456789abcdef","project":"0123456789ABCDEF0123456789abcdef"}"#
        ),
        (
            #"link.parse("https://h.example.com/Library/app/0123456789ABCDEF0123456789abcdef/short").dossier or "none""#,
            #""none""#
        ),
        (
            #"link.parse("mstr://h/L/app/0123456789ABCDEF0123456789abcdef/0123456789ABCDEF0123456789abcdef").dossier or "none""#,
            #""none""#
        ),
        (
            #"url.with("https://h.example.com/a?b=1#c", { b = json.null })"#,
            #""https://h.example.com/a#c""#
        ),
    ])
    func evaluatesFunctions(expression: String, expected: String) async throws {
        #expect(try await LinkHost.lua(expression) == expected)
    }

    @Test func readsEditLinks() async throws {
        let xml =
            #"<ud><hls><hl dtxt="A" lt="4" url="https://www.example.com/"/>"#
            + #"<hl idf="1" lt="99" tid="T"><prms><prm id="P" am="1"><e ei="1" disp_n="One"/></prm></prms></hl></hls></ud>"#
        let answer = try await LinkHost.lua("link.editLinks([[\(xml)]])")
        #expect(answer.contains(#""default":2"#))
        #expect(
            answer.contains(#""type":4,"typeName":"URL""#) || answer.contains(#""typeName":"url""#))
        #expect(answer.contains(#""type":99,"url""#) == false)
        #expect(answer.contains(#""elements":[{"id":"1","name":"One"}]"#))
    }

    @Test func anErrorOfAModuleIsAnErrorOfTheScript() async throws {
        let error = await #expect(throws: PeriluneError.self) {
            _ = try await LinkHost.lua(#"url.query { a = { b = {} } }"#)
        }
        #expect(error?.code == "url.query")
        #expect(error?.place.line == 2)
    }
}
