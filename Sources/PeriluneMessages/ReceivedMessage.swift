package import PeriluneCore

/// A message that a broker has delivered, in terms of events.
package struct ReceivedMessage: Sendable {
    /// Attributes of CloudEvents in headers begin with `ce-`.
    package let headers: HTTPHeaders
    /// The body, whose format a source is configured with.
    package let data: [UInt8]
    /// Of the event that is made around the message.
    package let attributes: Attributes
    /// By which the message is known when it is delivered again; `nil` if it never is.
    package let identity: String?

    /// The attributes of an event that has a message as its data.
    package struct Attributes: Sendable {
        /// The same when the message is delivered again.
        package let id: String
        /// The attribute `source` of the event.
        package let source: String
        /// The message's own time: the same when it is delivered again.
        package let time: Timestamp
        /// Others, with their names.
        package let others: [(name: String, value: String)]

        package init(
            id: String, source: String, time: Timestamp, _ others: [(name: String, value: String)]
        ) {
            self.id = id
            self.source = source
            self.time = time
            self.others = others
        }
    }

    package init(
        headers: HTTPHeaders, data: [UInt8], attributes: Attributes, identity: String?
    ) {
        self.headers = headers
        self.data = data
        self.attributes = attributes
        self.identity = identity
    }
}
