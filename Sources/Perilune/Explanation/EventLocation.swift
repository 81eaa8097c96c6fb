/// The place from which an event was read, for error messages.
package struct EventLocation: Sendable {
    /// The log as it is shown to the user.
    package let log: String
    /// The line on which the event begins, from 1.
    package let line: Int

    /// Creates a location; the default is for events that a program passes.
    package init(log: String = "events", line: Int = 1) {
        self.log = log
        self.line = line
    }
}
