package import PeriluneCore

/// A message from a broker, independent of its kind.
package struct ReceivedMessage: Sendable {
    /// The headers; those with attributes of CloudEvents begin with `ce-`.
    package let headers: HTTPHeaders
    /// The body, in the format that the source is configured for.
    package let data: [UInt8]
    /// The attributes of an event with the message as its data.
    package let attributes: Attributes
    /// Identifies the message if it is delivered again; `nil` if it never is.
    package let identity: String?

    /// The attributes of an event that has a message as its data.
    package struct Attributes: Sendable {
        /// The id, which is the same if the message is delivered again.
        package let id: String
        /// The attribute `source` of the event.
        package let source: String
        /// The time of the message, which is the same if it is delivered again.
        package let time: Timestamp
        /// Further attributes with their names.
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
