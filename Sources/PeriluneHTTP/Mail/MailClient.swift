package import PeriluneCore
import Synchronization

/// Sends mail over SMTP.
///
/// Each mail has its own connection and thread, because mails are rare and servers close idle connections.
package struct MailClient: Sendable {
    package init() {}

    /// Sends a mail to all its recipients or, where the server refuses one of them, to none.
    ///
    /// Errors contain neither the user, nor the password, nor the mail.
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
