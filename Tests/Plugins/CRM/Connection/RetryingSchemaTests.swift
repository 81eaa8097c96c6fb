import PeriluneCore
import Synchronization
import Testing

@testable import CRMPlugin

struct RetryingSchemaTests {
    private let time = ManualTime()

    private final class Away: SchemaSource {
        let failures: Mutex<Int>
        let error: CRMError

        init(_ failures: Int, _ code: PeriluneError.Code) {
            self.failures = Mutex(failures)
            error = .failure(PeriluneError(code, "no connection"))
        }

        func schema() async throws(CRMError) -> Schema {
            let isAway = failures.withLock { failures in
                failures -= 1
                return failures >= 0
            }
            if isAway { throw error }
            return ScriptLab.schema
        }
    }

    private func schema(_ base: Away) -> RetryingSchema {
        RetryingSchema(base, policy: RetryPolicy(), pacing: time.pacing)
    }

    @Test func retriesIfThereIsNoAnswer() async throws {
        _ = try await schema(Away(3, "http.connect")).schema()
        #expect(time.sleeps.count == 3)
    }

    @Test func givesUpAfterSomeSeconds() async {
        await #expect(throws: CRMError.self) {
            _ = try await schema(Away(99, "http.connect")).schema()
        }
        let waited = time.sleeps.reduce(.zero, +)
        #expect(waited > .seconds(5))
        #expect(waited < .seconds(30))
    }

    @Test func doesNotRepeatAPermanentFailure() async {
        await #expect(throws: CRMError.self) {
            _ = try await schema(Away(99, "crm.answer")).schema()
        }
        #expect(time.sleeps.isEmpty)
    }
}
