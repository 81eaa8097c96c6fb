import PeriluneCore
import Testing

@testable import HTTPPlugin

/// Answers that a test case prepares, or that the ledger has, with all that scripts rely on.
struct HTTPAnswerTests {
    @Test func jsonIsABodyWithItsType() {
        let answer = HTTPAnswer.complete(["json": ["a": 1]], url: "https://a.example/")
        #expect(answer["body"] == #"{"a":1}"#)
        #expect(answer["json"] == nil)
        #expect(answer["headers"]?["content-type"] == "application/json")
        #expect(answer["status"] == 200)
        #expect(answer["url"] == "https://a.example/")
    }

    @Test func headersOfTheCaseAreNotReplaced() {
        let answer = HTTPAnswer.complete(["json": 1, "headers": ["x": "y"]], url: "u")
        #expect(answer["headers"] == ["x": "y"])
    }

    @Test func aTextIsABodyAndNothingIsAnEmptyOne() {
        #expect(HTTPAnswer.complete("text", url: "u")["body"] == "text")
        let empty = HTTPAnswer.complete(nil, url: "u")
        #expect(empty["body"] == "")
        #expect(empty["headers"] == .object(.init()))
        #expect(HTTPAnswer.complete(["base64": "AQID"], url: "u")["body"] == nil)
    }
}
