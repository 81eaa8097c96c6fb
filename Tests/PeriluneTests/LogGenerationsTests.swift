import Testing

@testable import Perilune

/// What distinguishes entries of different logs with the same file name.
struct LogGenerationsTests {
    @Test func logsOfARunWithTheSameFileNameAreDistinguished() {
        let generations = LogGenerations(of: ["d1/a.log", "d2/a.log", "d2/a.log.gz", "b.log", "-"])
        #expect(generations["d1/a.log"] == "d1/a.log")
        #expect(generations["d2/a.log"] == "d2/a.log")
        #expect(generations["d2/a.log.gz"] == "d2/a.log.gz")
        #expect(generations["b.log"] == nil)
        #expect(generations["-"] == nil)
    }

    @Test func anotherFileAtThePathIsDistinguished() {
        var generations = LogGenerations(of: ["a.log"])
        generations.begin("a.log")
        #expect(generations["a.log"] != nil)
    }

    @Test func aResumedRunContinuesWithTheStoredGeneration() {
        var generations = LogGenerations(of: ["d1/a.log", "d2/a.log"])
        generations.resume("d1/a.log", "stored")
        generations.resume("d2/a.log", nil)
        #expect(generations["d1/a.log"] == "stored")
        #expect(generations["d2/a.log"] == "d2/a.log")
    }
}
