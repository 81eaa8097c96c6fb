import Synchronization

/// What other threads want of the client's thread.
struct ClientInbox {
    private(set) var submitted: [Transfer] = []
    private(set) var cancelled: [Transfer] = []
    private(set) var isClosing = false
    /// Set while the client's thread takes transfers.
    var isOpen = true

    var isEmpty: Bool { submitted.isEmpty && cancelled.isEmpty && !isClosing }

    mutating func submit(_ transfer: Transfer) { submitted.append(transfer) }
    mutating func cancel(_ transfer: Transfer) { cancelled.append(transfer) }
    mutating func close() { isClosing = true }

    /// Takes everything out; closing stays.
    mutating func drain() -> ClientInbox {
        let taken = self
        submitted = []
        cancelled = []
        return taken
    }
}
