import PeriluneCore
import Testing

/// What a delegate did before and after it waited for an answer.
struct DelegateTraceTests {
    private func trace(
        reading path: String, line: Int, instructions: Int, isCut: Bool = false
    ) -> DelegateTrace {
        var trace = DelegateTrace()
        trace.reads = [.init(path: "data", found: .nothing), .init(path: path, found: .nothing)]
        trace.files = [.init(file: "a.lua", counts: [1: 1, line: 2], last: line)]
        trace.instructions = instructions
        trace.allocated = 100
        trace.isCut = isCut
        return trace
    }

    @Test func whatCameLaterIsAdded() {
        var whole = trace(reading: "id", line: 2, instructions: 30)
        var later = trace(reading: "type", line: 7, instructions: 12, isCut: true)
        later.files.append(.init(file: "b.lua", counts: [4: 1], last: 4))
        whole.add(later)
        #expect(whole.reads.map(\.path) == ["data", "id", "type"])
        #expect(
            whole.files == [
                .init(file: "a.lua", counts: [1: 2, 2: 2, 7: 2], last: 7),
                .init(file: "b.lua", counts: [4: 1], last: 4),
            ])
        #expect(whole.instructions == 42)
        #expect(whole.allocated == 200)
        #expect(whole.isCut)
    }
}
