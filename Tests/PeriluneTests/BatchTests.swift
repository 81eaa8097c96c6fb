import PeriluneCore
import Testing

@testable import Perilune

/// The batch form of CloudEvents.
struct BatchTests {
    private func texts(_ json: String) throws -> [String] {
        try Event.batch(json: Array(json.utf8)).map { String(decoding: $0.json, as: UTF8.self) }
    }

    @Test func eventsKeepTheirBytes() throws {
        let first = #"{ "id" : "\u0031","n":1.50e1 , "a":[{},[ ]]}"#
        #expect(
            try texts("\n[ \(first)\t,\r\n{\"id\":\"2\"},3 ] ") == [first, #"{"id":"2"}"#, "3"])
        #expect(try texts("[]") == [])
        #expect(try texts("[ ]") == [])
    }

    @Test func anythingButAnArrayIsNotABatch() {
        #expect {
            try texts(#"{"id":"1"}"#)
        } throws: {
            ($0 as? PeriluneError)?.code == "event.batch"
        }
    }

    @Test(arguments: ["", "[", "[{]", "[{}", "[{},]", "[{}]]", #"[{"a":1,"a":2}]"#])
    func brokenBatchIsRefusedAsAWhole(_ json: String) {
        #expect(throws: PeriluneError.self) { try texts(json) }
    }
}
