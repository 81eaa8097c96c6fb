import CNATS
import Glibc
package import PeriluneCore
import PeriluneJSON

/// Manages the streams of a server and their consumers.
package struct NATSStreams: ~Copyable {
    private let connection: NATSConnection
    private let context: OpaquePointer

    package init(_ connection: NATSConnection) throws(PeriluneError) {
        self.connection = connection
        var created: OpaquePointer?
        let status = natsConnection_JetStream(&created, connection.pointer, nil)
        guard status == NATS_OK, let created else { throw connection.connectionError(status) }
        context = created
    }

    deinit { jsCtx_Destroy(context) }

    /// Whether the server has a stream.
    package func hasStream(_ name: String) throws(PeriluneError) -> Bool {
        try subjects(ofStream: name) != nil
    }

    /// The settings of a stream, which is stored in files and has no limits unless they are set.
    package struct Settings: Sendable {
        /// The subjects whose messages the stream stores; `*` and `>` are wildcards.
        package var subjects: [String]
        /// The number of servers that keep a copy.
        package var replicas = 1
        /// How long messages are kept.
        package var maximumAge: Duration?
        /// Whether only the last message of each subject is kept.
        package var keepsLastOnly = false
        /// How long message ids are kept to detect duplicates; `nil` for the server's default, two minutes.
        package var duplicateWindow: Duration?

        package init(subjects: [String]) { self.subjects = subjects }
    }

    /// Creates a stream in files, with the server's default limits: none.
    package func createStream(_ name: String, subject: String) throws(PeriluneError) {
        try createStream(name, Settings(subjects: [subject]))
    }

    /// Creates a stream; an existing one with the same settings is left unchanged.
    package func createStream(_ name: String, _ settings: Settings) throws(PeriluneError) {
        var config = jsStreamConfig()
        jsStreamConfig_Init(&config)
        config.Storage = js_FileStorage
        config.Replicas = Int64(settings.replicas)
        if let age = settings.maximumAge { config.MaxAge = age.milliseconds * 1_000_000 }
        if settings.keepsLastOnly { config.MaxMsgsPerSubject = 1 }
        if let window = settings.duplicateWindow {
            config.Duplicates = window.milliseconds * 1_000_000
        }
        var code = jsErrCode(0)
        let copies = settings.subjects.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        var subjects = copies.map { UnsafePointer($0) }
        let status = name.withCString { name in
            subjects.withUnsafeMutableBufferPointer { subjects in
                config.Name = name
                config.Subjects = subjects.baseAddress
                config.SubjectsLen = Int32(subjects.count)
                return js_AddStream(nil, context, &config, nil, &code)
            }
        }
        if status != NATS_OK { throw failure(status, "cannot create the stream '\(name)'") }
    }

    /// The subjects of a stream; `nil` if the server has no such stream.
    package func subjects(ofStream name: String) throws(PeriluneError) -> [String]? {
        var info: UnsafeMutablePointer<jsStreamInfo>?
        var code = jsErrCode(0)
        let status = js_GetStreamInfo(&info, context, name, nil, &code)
        defer { jsStreamInfo_Destroy(info) }
        if status == NATS_NOT_FOUND { return nil }
        guard status == NATS_OK, let config = info?.pointee.Config?.pointee else {
            throw failure(status, "cannot read the stream '\(name)'")
        }
        return (0..<Int(config.SubjectsLen)).compactMap { config.Subjects?[$0] }
            .map { String(cString: $0) }
    }

    /// The number of messages in a stream, by subject.
    package func counts(ofStream name: String) throws(PeriluneError) -> [String: UInt64] {
        var info: UnsafeMutablePointer<jsStreamInfo>?
        var code = jsErrCode(0)
        var options = jsOptions()
        jsOptions_Init(&options)
        let status = ">".withCString { filter in
            options.Stream.Info.SubjectsFilter = filter
            return js_GetStreamInfo(&info, context, name, &options, &code)
        }
        defer { jsStreamInfo_Destroy(info) }
        guard status == NATS_OK else { throw failure(status, "cannot read the stream '\(name)'") }
        var counts: [String: UInt64] = [:]
        guard let subjects = info?.pointee.State.Subjects?.pointee else { return counts }
        for index in 0..<Int(subjects.Count) {
            guard let name = subjects.List[index].Subject else { continue }
            counts[String(cString: name)] = subjects.List[index].Msgs
        }
        return counts
    }

    /// Whether the messages of one subject can be removed from a stream without risk for others.
    ///
    /// Servers before 2.9.18 with replicas can lose all messages older than the removal if they are killed
    /// afterwards.
    package func canPurge(_ name: String) throws(PeriluneError) -> Bool {
        try !hasOldReplicas(name)
    }

    /// Whether servers may store a message whose expected sequence number is wrong.
    ///
    /// Before 2.11, the leader compares it with the messages that it has applied, while others may be on their way to
    /// the replicas.
    package func checksOnLeaderOnly(_ name: String) throws(PeriluneError) -> Bool {
        try hasOldReplicas(name)
    }

    /// Whether a stream has replicas on servers before 2.11, which do not report their version.
    private func hasOldReplicas(_ name: String) throws(PeriluneError) -> Bool {
        let config = try info(ofStream: name)["config"]
        return config?["num_replicas"]?.integer != 1
            && config?["metadata"]?.object?["_nats.ver"] == nil
    }

    /// The server's description of a stream: configuration, state and replicas.
    package func info(ofStream name: String) throws(PeriluneError) -> Value {
        try requestInfo("STREAM.INFO.\(name)", "cannot read the stream '\(name)'")
    }

    /// The server's description of the storage that this account uses, and its limits.
    package func accountInfo() throws(PeriluneError) -> Value {
        try requestInfo("INFO", "cannot read the limits of the account")
    }

    private func requestInfo(_ question: String, _ problem: String) throws(PeriluneError) -> Value {
        var reply: OpaquePointer?
        let status = natsConnection_RequestString(
            &reply, connection.pointer, "$JS.API.\(question)", "", 5000)
        defer { natsMsg_Destroy(reply) }
        guard status == NATS_OK, let reply else { throw failure(status, problem) }
        return try Value(json: NATSMessage.data(of: reply))
    }

    /// Removes the messages with a subject, or those before a sequence number.
    package func purge(
        _ stream: String, subject: String, before sequence: UInt64?
    ) throws(PeriluneError) {
        // The server treats 0 and 1 as no limit, and would remove all messages.
        if let sequence, sequence <= 1 { return }
        var options = jsOptions()
        jsOptions_Init(&options)
        var code = jsErrCode(0)
        let status = subject.withCString { subject in
            options.Stream.Purge.Subject = subject
            options.Stream.Purge.Sequence = sequence ?? 0
            return js_PurgeStream(context, stream, &options, &code)
        }
        if status != NATS_OK { throw failure(status, "cannot remove messages of '\(stream)'") }
    }

    /// A stored message of a stream: its position, headers and body.
    package struct StoredMessage: Sendable {
        package let sequence: UInt64
        package let headers: HTTPHeaders
        package let data: [UInt8]
    }

    /// The last message with a subject; `nil` if there is none.
    package func lastMessage(
        stream: String, subject: String
    ) throws(PeriluneError) -> StoredMessage? {
        var message: OpaquePointer?
        var code = jsErrCode(0)
        let status = js_GetLastMsg(&message, context, stream, subject, nil, &code)
        defer { natsMsg_Destroy(message) }
        if status == NATS_NOT_FOUND { return nil }
        guard status == NATS_OK, let message else {
            throw failure(status, "cannot read the stream '\(stream)'")
        }
        return StoredMessage(
            sequence: natsMsg_GetSequence(message), headers: NATSMessage.headers(message),
            data: NATSMessage.data(of: message))
    }

    /// The messages of a subject in order, from a sequence number on.
    ///
    /// It leaves no consumer on the server. Messages are not acknowledged; the reader keeps its own position.
    package func read(
        stream: String, subject: String, from sequence: UInt64
    ) throws(PeriluneError) -> NATSSubscription {
        var options = jsSubOptions()
        jsSubOptions_Init(&options)
        options.Ordered = true
        options.Config.DeliverPolicy = js_DeliverByStartSequence
        options.Config.OptStartSeq = max(1, sequence)
        var code = jsErrCode(0)
        var created: OpaquePointer?
        let status = stream.withCString { stream in
            options.Stream = stream
            return js_SubscribeSync(&created, context, subject, nil, &options, &code)
        }
        guard status == NATS_OK, let created else {
            throw failure(status, "cannot read the stream '\(stream)'")
        }
        return NATSSubscription(created, of: connection, .ordered)
    }

    /// The messages of a consumer, which is created if necessary; without a subject, of the whole stream.
    ///
    /// Throws `nats.consumer` for an existing consumer that could lose messages.
    package func subscribe(
        stream: String, consumer: String, subject: String?
    ) throws(PeriluneError) -> NATSSubscription {
        if !(try checkConsumer(stream, consumer, subject)) {
            try createConsumer(stream, consumer, subject)
        }
        var options = jsSubOptions()
        jsSubOptions_Init(&options)
        var code = jsErrCode(0)
        var created: OpaquePointer?
        let status = withStrings(stream, consumer) { stream, consumer in
            options.Stream = stream
            options.Consumer = consumer
            return js_PullSubscribe(
                &created, context, subject, consumer, nil, &options, &code)
        }
        guard status == NATS_OK, let created else {
            throw failure(status, "cannot read the stream '\(stream)'")
        }
        return NATSSubscription(created, of: connection, .pull)
    }

    /// The time after which the server delivers a message again that was not acknowledged.
    package static let acknowledgementTime: Duration = .seconds(30)

    private func createConsumer(
        _ stream: String, _ name: String, _ subject: String?
    ) throws(PeriluneError) {
        var config = jsConsumerConfig()
        jsConsumerConfig_Init(&config)
        config.AckPolicy = js_AckExplicit
        config.DeliverPolicy = js_DeliverAll
        config.AckWait = Self.acknowledgementTime.components.seconds * 1_000_000_000
        config.MaxAckPending = 1000
        var code = jsErrCode(0)
        let status = withStrings(name, subject ?? "") { name, filter in
            config.Durable = name
            if subject != nil { config.FilterSubject = filter }
            return js_AddConsumer(nil, context, stream, &config, nil, &code)
        }
        if status != NATS_OK {
            throw failure(status, "cannot create the consumer '\(name)' of '\(stream)'")
        }
    }

    /// Whether the consumer exists.
    private func checkConsumer(
        _ stream: String, _ name: String, _ subject: String?
    ) throws(PeriluneError) -> Bool {
        var info: UnsafeMutablePointer<jsConsumerInfo>?
        var code = jsErrCode(0)
        let status = js_GetConsumerInfo(&info, context, stream, name, nil, &code)
        defer { jsConsumerInfo_Destroy(info) }
        if status == NATS_NOT_FOUND { return false }
        guard status == NATS_OK, let config = info?.pointee.Config?.pointee else {
            throw failure(status, "cannot read the consumer '\(name)' of '\(stream)'")
        }
        let filter = config.FilterSubject.map { String(cString: $0) } ?? ""
        let problem =
            if config.DeliverSubject != nil {
                "is a push consumer"
            } else if config.AckPolicy != js_AckExplicit {
                "does not acknowledge each message"
            } else if config.MaxDeliver > 0 {
                "gives up on a message after \(config.MaxDeliver) deliveries"
            } else if let subject, filter != subject {
                "reads \(filter.isEmpty ? "the whole stream" : "'\(filter)'"), and not '\(subject)'"
            } else {
                String?.none
            }
        guard let problem else { return true }
        throw PeriluneError(
            "nats.consumer", "the consumer '\(name)' of the stream '\(stream)' \(problem)",
            hint: "name a consumer that does not exist yet, which is then created")
    }

    private func failure(_ status: natsStatus, _ message: String) -> PeriluneError {
        let failure = NATSFailure(status)
        let hint: String? =
            switch status {
            case NATS_NO_RESPONDERS: "start the server with JetStream: nats-server --jetstream"
            case NATS_TIMEOUT: "check that the server is not overloaded, and the user's permissions"
            default: nil
            }
        return failure.error("nats.stream", message, hint: hint)
    }
}

/// Calls a function with two C strings.
private func withStrings<Result>(
    _ first: String, _ second: String,
    _ body: (UnsafePointer<CChar>, UnsafePointer<CChar>) -> Result
) -> Result {
    first.withCString { first in second.withCString { second in body(first, second) } }
}
