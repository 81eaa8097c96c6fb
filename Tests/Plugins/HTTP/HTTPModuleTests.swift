import Perilune
import PeriluneCore
import PeriluneHTTP
import Testing

@testable import HTTPPlugin

struct HTTPModuleTests {
    @Test func getReturnsStatusHeadersAndBody() async throws {
        let lab = try HTTPLab { _ in
            HTTPResponse(
                201, headers: [("X-Kind", "a"), ("x-kind", "b")], body: Array("hello".utf8))
        }
        let text = try await lab.emitted(
            "local r = http.get('URL/a?b=1') commander:emit { r.status, r.headers['x-kind'], r.body, r.url }"
        )
        #expect(text == #"[201,"a, b","hello","\#(lab.origin)/a?b=1"]"#)
        #expect(lab.received.map(\.path) == ["/a"])
        #expect(lab.received.map(\.query) == ["b=1"])
    }

    @Test func jsonDecodesTheBody() async throws {
        let lab = try HTTPLab { _ in
            HTTPResponse(200, body: Array(#"{"rate":1.25,"none":null}"#.utf8))
        }
        #expect(
            try await lab.emitted("commander:emit(http.get('URL/'):json())")
                == #"{"none":null,"rate":1.25}"#)
    }

    @Test func jsonOfAnotherBodyIsAnErrorOfTheScript() async throws {
        let lab = try HTTPLab { _ in HTTPResponse(502, body: Array("<html>".utf8)) }
        let error = try await lab.error("local rate = http.get('URL/x'):json()")
        #expect(error?.message.contains("\(lab.origin)/x (status 502) is not JSON") == true)
        #expect(error?.place.file == "rule.lua")
        #expect(error?.place.line == 2)
    }

    @Test func postSendsATableAsJSON() async throws {
        let lab = try HTTPLab()
        _ = try await lab.emitted("http.post('URL/', { total = 1.50, list = {} })")
        let request = try #require(lab.received.first)
        #expect(request.method == "POST")
        #expect(request.headers["Content-Type"] == "application/json")
        #expect(String(decoding: request.body, as: UTF8.self).contains(#""total":1.5"#))
    }

    @Test func postSendsAStringAsItIs() async throws {
        let lab = try HTTPLab()
        _ = try await lab.emitted(
            "http.post('URL/', 'a=b', { headers = { ['Content-Type'] = 'application/x-www-form-urlencoded', ['X-Number'] = 7 } })"
        )
        let request = try #require(lab.received.first)
        #expect(String(decoding: request.body, as: UTF8.self) == "a=b")
        #expect(request.headers["Content-Type"] == "application/x-www-form-urlencoded")
        #expect(request.headers["X-Number"] == "7")
    }

    @Test(arguments: ["PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"])
    func requestTakesAnyMethod(_ method: String) async throws {
        let lab = try HTTPLab()
        let text = try await lab.emitted(
            "commander:emit(http.request { method = '\(method)', url = 'URL/' }.status)")
        #expect(text == "200")
        #expect(lab.received.map(\.method) == [method])
    }

    @Test func aBodyThatIsNotTextComesInBase64() async throws {
        let lab = try HTTPLab { _ in HTTPResponse(200, body: [0xFF, 0x00]) }
        let text = try await lab.emitted(
            "local r = http.get('URL/') commander:emit { r.base64, r.body == nil }")
        #expect(text == #"["/wA=",true]"#)
    }

    @Test(arguments: [
        ("http.get('URL/', { header = {} })", "unknown option 'header' (did you mean 'headers'?)"),
        ("http.get(7)", "url must be a string"),
        ("http.get('URL/', { url = 'x' })", "http.get: url is not an option"),
        ("http.get('URL/', 'x')", "http.get: the options must be a table"),
        ("http:get('URL/')", "http.get must be called with a dot"),
        ("http.request { url = 'URL/', method = 'CONNECT' }", "method must be one of GET"),
        ("http.request { url = 'URL/', body = 'a', json = {} }", "takes a body or json, not both"),
        ("http.get('URL/', { timeout = 0 })", "timeout must be a number of seconds up to 600"),
        ("http.get('URL/', { redirects = -1 })", "redirects must be an integer from 0 to 20"),
    ])
    func anInvalidOptionIsNamed(_ body: String, _ message: String) async throws {
        let lab = try HTTPLab()
        let error = try await lab.error(body)
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
        #expect(lab.received.isEmpty)
    }

    @Test func aFailureCanBeCaught() async throws {
        let lab = try HTTPLab()
        let url = lab.origin
        await lab.stop()
        let text = try await lab.emitted(
            "local ok, e = pcall(http.get, '\(url)/') commander:emit { ok, e.code }", grants: [url])
        #expect(text == #"[false,"http.connect"]"#)
    }

    @Test func theRecordNamesTheRequestAndItsStatus() async throws {
        let lab = try HTTPLab { _ in HTTPResponse(204) }
        let record = try await lab.run("http.get('URL/?token=hidden')").records[0]
        #expect(record.effects.map(\.kind) == ["http.get"])
        #expect(record.effects[0].details["status"] == 204)
        #expect(record.effects[0].details["url"]?.string == "\(lab.origin)/?token=***")
    }

    @Test func aResponseCanBeEmitted() async throws {
        let lab = try HTTPLab { _ in HTTPResponse(200, body: [65]) }
        #expect(try await lab.emitted("commander:emit(http.get('URL/'))").contains(#""body":"A""#))
    }
}
