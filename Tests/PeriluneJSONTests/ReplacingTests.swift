import PeriluneCore
import PeriluneJSON
import Testing

/// Copies of events in which members of `data` are set.
struct ReplacingTests {
    private func replaced(_ json: String) throws -> String {
        let event = JSONEvent()
        try event.read(copy: Array(json.utf8))
        let copy = try event.replacing(
            data: Value.Members([("url", "b\"c"), ("part", ["number": 1])]))
        #expect(copy["data.url"] == "b\"c")
        #expect(copy["data.part.number"] == 1)
        #expect(event.json == Array(json.utf8))
        return String(decoding: copy.json, as: UTF8.self)
    }

    private static let start = #"{"id":"1","source":"s","type":"t","#

    @Test(arguments: [
        (#""data":{}}"#, #""data":{"url":"b\"c","part":{"number":1}}}"#),
        (
            #""data":{"url":"a","x":1.50}}"#,
            #""data":{"part":{"number":1},"url":"b\"c","x":1.50}}"#
        ),
        (
            #""data": { "x":[1 ,2],"url" : "a\u0062" } ,"ext":"é"}"#,
            #""data": {"part":{"number":1}, "x":[1 ,2],"url" : "b\"c" } ,"ext":"é"}"#
        ),
        (
            #""data":{"part":[{"url":"x"}],"url":7}}"#,
            #""data":{"part":{"number":1},"url":"b\"c"}}"#
        ),
    ])
    func setsMembersAndKeepsAllOtherBytes(before: String, after: String) throws {
        #expect(try replaced(Self.start + before) == Self.start + after)
    }

    @Test(arguments: [#""data":[1]}"#, #""data":"text"}"#, #""subject":"a"}"#])
    func refusesDataThatIsNotAnObject(rest: String) throws {
        let event = JSONEvent()
        try event.read(copy: Array((Self.start + rest).utf8))
        #expect(throws: PeriluneError("event.data", "the event's data is not an object")) {
            _ = try event.replacing(data: Value.Members([("url", "b")]))
        }
    }
}
