import CNATS
package import PeriluneCore
import PeriluneJSON

/// Publishes messages, and waits until streams have stored them.
///
/// The owner must not let calls overlap.
package final class NATSPublisher: @unchecked Sendable {
    /// A message to publish: subject, headers and body.
    package struct Message: Sendable {
        package let subject: String
        package let headers: HTTPHeaders
        package let data: [UInt8]

        package init(_ subject: String, headers: HTTPHeaders, data: [UInt8]) {
            self.subject = subject
            self.headers = headers
            self.data = data
        }

        package init(_ subject: String, headers: [(name: String, value: String)], data: [UInt8]) {
            var fields = HTTPHeaders()
            for (name, value) in headers { fields.add(name, value) }
            self.init(subject, headers: fields, data: data)
        }
    }

    private let connection: NATSConnection
    private let answers: NATSSubscription
    private let inbox: String
    /// The number of the last message, which distinguishes late answers to earlier messages.
    private var number = 0

    package init(_ connection: NATSConnection) throws(PeriluneError) {
        self.connection = connection
        var created: UnsafeMutablePointer<CChar>?
        let status = natsInbox_Create(&created)
        guard status == NATS_OK, let created else { throw connection.connectionError(status) }
        inbox = String(cString: created)
        natsInbox_Destroy(created)
        answers = try NATSSubscription(connection, subject: inbox + ".*", group: nil)
    }

    /// Publishes messages and waits until streams have stored them.
    ///
    /// - Returns: The error of each message; `nil` if it is stored.
    /// - Throws: `nats.connection` if the connection is lost; any of the messages may be stored then.
    package func publish(
        _ messages: [Message], timeout: Duration
    ) throws(PeriluneError) -> [PeriluneError?] {
        try exchange(messages, timeout).map { outcome in
            if case .failure(let error) = outcome { error } else { nil }
        }
    }

    /// The header with the sequence number that the last message with the subject must have.
    static let expectedSequence = "Nats-Expected-Last-Subject-Sequence"

    /// Publishes a message if the last one with its subject has the given sequence number.
    ///
    /// 0 stands for no message, `nil` for any.
    ///
    /// - Returns: The sequence number of the message.
    /// - Throws: `nats.sequence` if the last one has another number, `nats.refused` if the message cannot be sent;
    ///   after any other error, it may be stored.
    package func append(
        _ message: Message, after sequence: UInt64?, timeout: Duration
    ) throws(PeriluneError) -> UInt64 {
        var headers = message.headers
        if let sequence { headers.add(Self.expectedSequence, "\(sequence)") }
        let message = Message(message.subject, headers: headers, data: message.data)
        return try exchange([message], timeout)[0].get()
    }

    /// The sequence number of each message in its stream, or its error.
    private func exchange(
        _ messages: [Message], _ timeout: Duration
    ) throws(PeriluneError) -> [Result<UInt64, PeriluneError>] {
        let first = number + 1
        number += messages.count
        var outcomes: [Result<UInt64, PeriluneError>] =
            messages.map { _ in .failure(Self.unanswered(timeout)) }
        var isOpen = messages.map { _ in true }
        var open = messages.count
        for (index, message) in messages.enumerated() {
            let reply = "\(inbox).\(first + index)"
            guard let refused = try send(message, reply: reply) else { continue }
            outcomes[index] = .failure(refused)
            isOpen[index] = false
            open -= 1
        }
        let end = ContinuousClock.now + timeout
        // libnats does not tell which message it is: it must be one without another answer.
        var unreceived = 0
        while open > unreceived {
            let left = (end - .now).milliseconds
            guard left > 0 else { break }
            switch try answers.next(milliseconds: left) {
            case .nothing: break
            case .unreceived: unreceived += 1
            case .message(let answer):
                let subject = String(cString: natsMsg_GetSubject(answer.pointer))
                guard let number = Int(subject.dropFirst(inbox.utf8.count + 1)),
                    isOpen.indices.contains(number - first), isOpen[number - first]
                else { continue }
                let index = number - first
                outcomes[index] = Self.outcome(
                    NATSMessage(answer, isOfStream: false).data, messages[index].subject)
                isOpen[index] = false
                open -= 1
            }
        }
        if open <= unreceived {
            for (index, message) in messages.enumerated() where isOpen[index] {
                outcomes[index] = .failure(
                    PeriluneError(
                        "nats.stream", "no stream stores messages of '\(message.subject)'",
                        hint:
                            "create a stream with this subject; after the loss of a server, it can take seconds until another one answers"
                    ))
            }
        }
        return outcomes
    }

    /// Publishes messages that no stream needs to store; returns when the server has received them.
    package func publishUnstored(
        _ messages: [Message], timeout: Duration
    ) throws(PeriluneError) -> [PeriluneError?] {
        var outcomes: [PeriluneError?] = []
        for message in messages { outcomes.append(try send(message, reply: nil)) }
        try connection.flush(milliseconds: timeout.milliseconds)
        return outcomes
    }

    /// Sends a message; returns the error if it cannot be sent.
    func send(_ message: Message, reply: String?) throws(PeriluneError) -> PeriluneError? {
        var created: OpaquePointer?
        var status = message.data.withUnsafeBytes { bytes in
            let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            return natsMsg_Create(&created, message.subject, reply, start, Int32(bytes.count))
        }
        defer { natsMsg_Destroy(created) }
        if status == NATS_OK, let created {
            message.headers.packed.withUnsafeBufferPointer { packed in
                message.headers.forEachField { name, value in
                    guard status == NATS_OK, let start = packed.baseAddress else { return }
                    // Both are terminated by a zero.
                    status = start.withMemoryRebound(to: CChar.self, capacity: packed.count) {
                        natsMsgHeader_Add(created, $0 + name.lowerBound, $0 + value.lowerBound)
                    }
                }
            }
            if status == NATS_OK { status = natsConnection_PublishMsg(connection.pointer, created) }
        }
        switch status {
        case NATS_OK: return nil
        case NATS_MAX_PAYLOAD, NATS_INVALID_SUBJECT, NATS_INVALID_ARG:
            return NATSFailure(status).error(
                "nats.refused", "cannot publish to '\(message.subject)'",
                hint: status == NATS_MAX_PAYLOAD
                    ? "the server accepts at most \(connection.maximumPayload) bytes: raise its max_payload"
                    : nil)
        default: throw connection.connectionError(status)
        }
    }

    /// The JetStream errors for a wrong last sequence number; streams with replicas report the second one while another
    /// message of the subject is being stored.
    private static let wrongSequence: [Int64] = [10071, 10164]
    /// The JetStream errors for a message or headers that exceed the limits of the stream.
    private static let sizes: [Int64] = [10054, 10097]

    /// The result in an answer: the sequence number of the stored message, or an error.
    static func outcome(_ answer: [UInt8], _ subject: String) -> Result<UInt64, PeriluneError> {
        let value = try? Value(json: answer)
        if let value, value["stream"]?.string != nil, value["error"] == nil,
            let sequence = value["seq"]?.integer
        {
            return .success(UInt64(clamping: sequence))
        }
        let error = value?["error"]
        let text = error?["description"]?.string ?? "the answer is not one of a stream"
        let code = error?["err_code"]?.integer ?? 0
        if wrongSequence.contains(code) {
            return .failure(
                PeriluneError("nats.sequence", "another client has published to '\(subject)'"))
        }
        if sizes.contains(code) {
            return .failure(
                PeriluneError(
                    "nats.refused", "cannot publish to '\(subject)': \(text)",
                    hint: "raise max_msg_size of the stream"))
        }
        return .failure(
            PeriluneError(
                "nats.publish", "a message to '\(subject)' was not stored: \(text)",
                hint: "check the limits of the stream"))
    }

    private static func unanswered(_ timeout: Duration) -> PeriluneError {
        PeriluneError("nats.publish", "no stream has answered within \(timeout)")
    }
}
