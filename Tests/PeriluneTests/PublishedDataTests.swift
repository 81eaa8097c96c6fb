import Perilune
import PeriluneCore
import Testing

/// The data of events that scripts publish.
struct PublishedDataTests {
    @Test func numbersOfAnEventKeepTheirSpellingAndSize() async throws {
        let host = try await Host {
            Script(
                name: "rule.lua",
                source: """
                    return { on = "*", execute = function(event, commander)
                      if event.type == "a" then commander:publish { type = "b", data = event.data }
                      else commander:emit(event.data) end
                    end }
                    """)
        }
        let data = #"{"total":1.10,"id":18446744073709551617,"rate":1E-2,"none":null}"#
        let json = #"{"specversion":"1.0","id":"1","source":"s","type":"a","data":\#(data)}"#
        let results = try await host.process(all: [Event(json: Array(json.utf8))])
        #expect(results.emissions.map { String(decoding: $0.json, as: UTF8.self) } == [data])
    }

    @Test func aNumberOfAnySizeIsNotASubject() async throws {
        let host = try await Host {
            Script(
                name: "rule.lua",
                source: """
                    return { on = "a", execute = function(event, commander)
                      commander:publish { type = "b", subject = event.data.id, data = event.data }
                    end }
                    """)
        }
        let json =
            #"{"specversion":"1.0","id":"1","source":"s","type":"a","data":{"id":18446744073709551617}}"#
        let results = try await host.process(all: [Event(json: Array(json.utf8))])
        #expect(results.records.map(\.outcome) == [.failed])
    }
}
