/// Where an event was read, for the errors about it.
package struct EventLocation: Sendable {
    /// The log as it is shown to the user.
    package let log: String
    /// The line on which the event begins, from 1.
    package let line: Int

    /// Makes a location; by default, that of events that a program hands over.
    package init(log: String = "events", line: Int = 1) {
        self.log = log
        self.line = line
    }
}
