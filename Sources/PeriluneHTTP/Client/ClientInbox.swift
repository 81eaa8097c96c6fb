import Synchronization

/// Messages of other threads to the client's thread.
struct ClientInbox {
    private(set) var submitted: [Transfer] = []
    private(set) var cancelled: [Transfer] = []
    private(set) var isClosing = false
    /// Whether the client's thread still accepts transfers.
    var isOpen = true

    var isEmpty: Bool { submitted.isEmpty && cancelled.isEmpty && !isClosing }

    mutating func submit(_ transfer: Transfer) { submitted.append(transfer) }
    mutating func cancel(_ transfer: Transfer) { cancelled.append(transfer) }
    mutating func close() { isClosing = true }

    /// Returns and removes all messages; a closed inbox stays closed.
    mutating func drain() -> ClientInbox {
        let taken = self
        submitted = []
        cancelled = []
        return taken
    }
}
