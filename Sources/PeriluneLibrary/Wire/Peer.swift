internal import CPerilunePlugin
internal import PeriluneCore

/// The other side of the boundary: a library to the host, the host to a library.
package struct Peer: @unchecked Sendable {
    // A table is valid as long as its side is, and `call` may be entered from any thread.
    private let owner: UnsafeMutableRawPointer?
    private let call: perilune_call

    init(_ table: UnsafePointer<perilune_table>?) throws(PeriluneError) {
        guard let table = table?.pointee, let call = table.call else {
            throw .broken("the table of functions is missing")
        }
        owner = table.owner
        self.call = call
    }

    /// Asks for an operation that is answered at once.
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

    /// Asks for an operation that is answered later, within a limit give or take a second; `nil` waits for as
    /// long as it takes.
    ///
    /// `asked` is called when the other side knows of it.
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
