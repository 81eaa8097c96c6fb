package import PeriluneCore
import Synchronization

/// Sends mail over SMTP.
///
/// Each mail has a connection and a thread for as long as it takes: mails are few, and servers close a
/// connection that waits for the next one.
package struct MailClient: Sendable {
    package init() {}

    /// Sends a mail to all its recipients or, where the server refuses one of them, to none.
    ///
    /// No error contains the user, the password or the mail.
    package func send(
        _ message: MailMessage, over server: MailServer
    ) async throws(PeriluneError) {
        try SharedLibrary.curl.load()
        guard ClientLoop.isCurlReady else {
            throw PeriluneError(.mailFailed, "out of memory for a mail client")
        }
        let transfer = MailTransfer(message, server)
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                transfer.continuation = continuation
                let started = startThread { transfer.finish(transfer.run()) }
                if !started {
                    transfer.finish(
                        .failure(
                            PeriluneError(.mailFailed, "cannot create a thread for a mail client")))
                }
            }
        } onCancel: {
            transfer.isCancelled.store(true, ordering: .releasing)
        }
        try result.get()
    }
}
