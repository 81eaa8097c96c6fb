internal import CPerilunePlugin
internal import PeriluneCore

/// The other side of the C interface: the library for the host, and the host for the library.
package struct Peer: @unchecked Sendable {
    // A table is valid as long as its owner, and `call` is thread-safe.
    private let owner: UnsafeMutableRawPointer?
    private let call: perilune_call

    init(_ table: UnsafePointer<perilune_table>?) throws(PeriluneError) {
        guard let table = table?.pointee, let call = table.call else {
            throw .broken("the table of functions is missing")
        }
        owner = table.owner
        self.call = call
    }

    /// Sends a request that is answered synchronously.
    func ask(
        _ operation: UInt32, _ subject: UInt64, _ request: Message
    ) throws(PeriluneError) -> Message {
        let number = PendingAnswers.open()
        do throws(PeriluneError) {
            try request.lend {
                call(
                    owner, operation, subject, $0, PendingAnswers.take,
                    UnsafeMutableRawPointer(bitPattern: number))
            }
        } catch {
            _ = PendingAnswers.close(number)
            throw error
        }
        guard let answer = PendingAnswers.close(number) else {
            throw .broken("operation \(operation) was not answered")
        }
        return try answer.get()
    }

    /// Sends a request that is answered later.
    ///
    /// The time limit is exact to about a second; `nil` is no limit. `asked` is called when the other side has
    /// received the request.
    func askLater(
        _ operation: UInt32, _ subject: UInt64, _ request: Message, limit: Duration?,
        asked: () -> Void = {}
    ) async throws(PeriluneError) -> Message {
        let answer = await withCheckedContinuation { continuation in
            let number = PendingAnswers.open(continuation, limit: limit)
            do throws(PeriluneError) {
                try request.lend {
                    call(
                        owner, operation, subject, $0, PendingAnswers.take,
                        UnsafeMutableRawPointer(bitPattern: number))
                }
                asked()
            } catch {
                PendingAnswers.fill(number, .failure(error))
            }
        }
        return try answer.get()
    }
}
