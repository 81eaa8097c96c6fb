import Perilune
import Testing

/// Records as an asynchronous sequence.
@Suite(.timeLimit(.minutes(5))) struct RecordSequenceTests {
    private let journal = Journal()

    private func host() async throws -> Host {
        try await Host { Delegate(on: "*", name: "all") { _, _ in .handled } }
    }

    private func events(_ numbers: Range<Int>) -> [Event] {
        numbers.map { Event(id: "\($0)", source: "s", type: "t") }
    }

    @Test func eachReaderGetsAllRecordsInOrder() async throws {
        let host = try await host()
        let readers = [host.records, host.records]
        for event in events(0..<20) { _ = try await host.process(event) }
        for records in readers {
            var ids: [String] = []
            for await record in records.prefix(20) { ids.append(record.event) }
            #expect(ids == (0..<20).map(String.init))
        }
    }

    @Test func aReaderGetsNoEarlierRecords() async throws {
        let host = try await host()
        _ = try await host.process(all: events(0..<3))
        let records = host.records
        _ = try await host.process(all: events(3..<4))
        #expect(await records.first { _ in true }?.event == "3")
    }

    @Test func aCallWaitsForAReaderThatIsTooFarBehind() async throws {
        let host = try await host()
        var reader = host.records.makeAsyncIterator()
        let call = Task { [journal, events = events(0..<1200)] in
            _ = try await host.process(all: events)
            journal.note("returned")
        }
        for _ in 0..<100 { _ = await reader.next() }
        // 1,100 are left.
        #expect(journal.notes == [])
        for _ in 0..<76 { _ = await reader.next() }
        try await call.value
        #expect(journal.notes == ["returned"])
        for number in 176..<1200 { #expect(await reader.next()?.event == "\(number)") }
    }

    @Test func callsDoNotWaitForAReleasedReader() async throws {
        let host = try await host()
        do { _ = host.records }
        let results = try await host.process(all: events(0..<3000))
        #expect(results.records.count == 3000)
    }

    @Test func theSequenceEndsWithTheHost() async throws {
        var host: Host? = try await host()
        let records = host?.records
        _ = try await host?.process(all: events(0..<2))
        host = nil
        var count = 0
        if let records { for await _ in records { count += 1 } }
        #expect(count == 2)
    }
}
