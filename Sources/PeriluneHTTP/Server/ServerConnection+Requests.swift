import CPeriluneEpoll
import PeriluneCore

// Reading and answering requests, one after the other, on the event loop of the connection.

extension ServerConnection {
    /// Maximum number of bytes that are read from a rejected request.
    private static let mostSwallowed = 1 << 20

    /// Whether the connection needs bytes from the client.
    private var isReading: Bool {
        guard output.isEmpty, !hasEnded else { return false }
        return switch request {
        case .head, .body, .closing: true
        case .asked, .answered: false
        }
    }

    /// The epoll events that the loop waits for.
    func wanted() -> UInt32 {
        if isReading { ignoresInput = false }
        var wanted = ignoresInput ? 0 : perilune_readable
        if !output.isEmpty || transport.waitsForWriting { wanted |= perilune_writable }
        return wanted
    }

    /// Reads received bytes and processes them as far as possible.
    func receive(_ buffer: UnsafeMutableRawBufferPointer) {
        // The bytes are read when they are needed; until then, they stay in the socket's buffer.
        guard isReading else { return ignoresInput = true }
        repeat {
            switch transport.read(into: buffer) {
            case .bytes(let count): input.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            case .later: return advance()
            case .end: hasEnded = true
            case .failed: isDead = true
            }
        } while transport.hasBufferedBytes && !hasEnded && !isDead
        advance()
    }

    /// Processes requests until the connection waits for bytes, an answer, or space for output.
    func advance() {
        while !isDead {
            guard output.flush(transport) else { return isDead = true }
            guard output.isEmpty else { return }
            do throws(ServerAnswer) {
                guard try step() else { return }
            } catch {
                refuse(error)
            }
        }
    }

    /// Rejects a request that cannot be read to its end; no further request is read.
    private func refuse(_ answer: ServerAnswer) {
        keepsAlive = false
        core.handler.countRefusal(.init(rawValue: answer.code))
        write(answer.response)
    }

    /// Runs one step; returns false if the connection has to wait.
    private func step() throws(ServerAnswer) -> Bool {
        switch request {
        case .head: return try takeHead()
        case .body: return try takeBody()
        case .asked:
            guard let answer = takeAnswer() else { return false }
            write(answer)
            return true
        case .answered:
            endRequest()
            return true
        case .closing(let swallowed):
            request = .closing(swallowed: swallowed + input.count)
            input.dropAll()
            isDead = hasEnded || swallowed > Self.mostSwallowed
            return false
        }
    }

    private func takeHead() throws(ServerAnswer) -> Bool {
        input.dropLineEnds()
        guard let first = input.first else {
            isDead = hasEnded
            return false
        }
        beginHead()
        let limit = core.options.headerLimit
        guard first.isTokenCharacter || first == .carriageReturn && input.count == 1 else {
            throw .badRequest("the request does not begin with a method")
        }
        guard let length = input.headLength() else {
            guard input.count < limit else { throw tooLong(limit) }
            isDead = hasEnded
            return false
        }
        guard length <= limit else { throw tooLong(limit) }
        let head = try input.withPrefix(length) { (bytes) throws(ServerAnswer) in
            try RequestHead(bytes)
        }
        input.drop(length)
        try begin(head)
        return true
    }

    private func tooLong(_ limit: Int) -> ServerAnswer {
        input.hasLine(within: limit) ? .longHead : .longTarget
    }

    private func begin(_ head: RequestHead) throws(ServerAnswer) {
        isForHead = head.method == "HEAD"
        isHTTP10 = head.isHTTP10
        keepsAlive = head.keepsAlive
        var request = HTTPRequest(
            method: head.method, path: head.target.path, query: head.target.query,
            headers: head.headers)
        let limit = core.options.bodyLimit(head.target.path)
        let body: Body
        switch head.framing {
        case .length(let length):
            guard length <= limit else { throw .tooLarge(limit) }
            body = .length(left: length)
        case .chunked: body = .chunked(ChunkReader(), limit: limit)
        }
        if !hasArrived(body), let refusal = core.handler.refusal(beforeBodyOf: request) {
            core.requests.increment()
            keepsAlive = false
            return write(refusal)
        }
        if case .length(let length) = body, length > 0 {
            request.body.reserveCapacity(min(length, ServerCore.mostUncounted))
        }
        self.request = .body(request, body)
        enter(.body)
        if head.expectsContinue, input.isEmpty { output.addContinue() }
    }

    /// Whether all bytes of a body have been received with the head; of a chunked body, that is not known.
    private func hasArrived(_ body: Body) -> Bool {
        if case .length(let length) = body { length <= input.count } else { false }
    }

    private func takeBody() throws(ServerAnswer) -> Bool {
        guard case .body(var request, var body) = request else { return false }
        // Moved out while it grows, because a second reference would cause a copy of the body.
        self.request = .asked
        let isComplete: Bool
        switch body {
        case .length(let left):
            let taken = input.move(upTo: left, into: &request.body)
            body = .length(left: left - taken)
            isComplete = taken == left
        case .chunked(var reader, let limit):
            isComplete = try reader.read(&input, into: &request.body, limit: limit)
            body = .chunked(reader, limit: limit)
        }
        guard isComplete else {
            guard core.makesRoom(for: self, countBody(request.body.count)) else {
                throw .fullOfBodies
            }
            self.request = .body(request, body)
            isDead = hasEnded
            return false
        }
        countBody(0)
        core.requests.increment()
        enter(.answer)
        guard !core.isStopping else {
            write(ServerAnswer.stopping.response)
            return true
        }
        callHandler(request)
        return true
    }

    private func write(_ response: HTTPResponse) {
        keepsAlive = keepsAlive && !core.isDraining
        countBody(0)
        enter(.write)
        request = .answered
        let head = ResponseHead(
            closes: !keepsAlive, isForHead: isForHead, isHTTP10: isHTTP10, date: loop.date)
        output.add(response, to: head, &loop.lastResponse)
    }

    private func endRequest() {
        isForHead = false
        if keepsAlive {
            enter(.idle)
            request = .head
            return
        }
        transport.endWriting()
        request = .closing(swallowed: 0)
        enter(.closing)
    }
}
