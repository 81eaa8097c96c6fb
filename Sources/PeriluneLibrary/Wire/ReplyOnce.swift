internal import CPerilunePlugin
internal import PeriluneCore

/// Sends the answer to one call.
///
/// It holds the address of the waiting call, and may be passed to another thread.
struct ReplyOnce: @unchecked Sendable {
    private let answer: perilune_answer?
    private let context: UnsafeMutableRawPointer?

    init(_ answer: perilune_answer?, _ context: UnsafeMutableRawPointer?) {
        self.answer = answer
        self.context = context
    }

    func give(_ message: Message) {
        do throws(PeriluneError) {
            try message.lend { answer?(context, false, $0) }
        } catch {
            fail(error)
        }
    }

    func fail(_ error: PeriluneError) {
        try? Message(.object(error.wireValue)).lend { answer?(context, true, $0) }
    }
}
