import CMicroHTTPD
import PeriluneCore

// What the library calls, on its threads: closures that belong to no actor.

/// A connection begins or ends.
let connectionCallback: MHD_NotifyConnectionCallback = { context, connection, slot, event in
    guard let core = core(context), let connection, let slot else { return }
    switch event {
    case .CONNECTION_NOTIFY_STARTED:
        let new = ServerConnection(socket: perilune_mhd_socket(connection))
        core.add(new)
        slot.pointee = Unmanaged.passRetained(new).toOpaque()
    case .CONNECTION_NOTIFY_CLOSED:
        guard let kept = slot.pointee else { return }
        slot.pointee = nil
        core.remove(Unmanaged<ServerConnection>.fromOpaque(kept).takeRetainedValue())
    @unknown default: break
    }
}

/// The first line of a request has come: the only place where its target is seen as sent.
let targetCallback:
    @Sendable @convention(c) (
        UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?
    ) -> UnsafeMutableRawPointer? = { _, target, connection in
        guard let kept = perilune_mhd_socket_context(connection) else { return nil }
        let connection = Unmanaged<ServerConnection>.fromOpaque(kept).takeUnretainedValue()
        connection.enter(.head)
        connection.request = .target(
            target.flatMap { ServerTarget(UnsafeBufferPointer(cString: $0)) })
        return kept
    }

/// The head, each piece and the end of a request, and once more when a suspended one is resumed.
let requestCallback: MHD_AccessHandlerCallback = {
    context, connection, _, method, version, data, size, slot in
    guard let core = core(context), let connection, let method, let version, let size,
        let kept = slot?.pointee
    else { return .NO }
    let current = Unmanaged<ServerConnection>.fromOpaque(kept).takeUnretainedValue()
    let service = RequestService(core: core, connection: connection, current: current)
    switch current.request {
    case .none: return .NO
    case .target(let target):
        return service.takeHead(target, method: method, version: version)
    case .body where size.pointee > 0:
        let piece = UnsafeRawBufferPointer(start: data, count: size.pointee)
        size.pointee = 0
        return service.takeBody(piece)
    case .body: return service.ask()
    case .asked: return service.answerAsked()
    case .refused(let swallowed):
        guard size.pointee > 0 else { return .NO }
        current.request = .refused(swallowed: swallowed + size.pointee)
        size.pointee = 0
        return swallowed < RequestService.mostSwallowed ? .YES : .NO
    }
}

/// A request is over.
let completionCallback: MHD_RequestCompletedCallback = { _, _, slot, _ in
    guard let kept = slot?.pointee else { return }
    slot?.pointee = nil
    Unmanaged<ServerConnection>.fromOpaque(kept).takeUnretainedValue().end()
}

@Sendable private func core(_ context: UnsafeMutableRawPointer?) -> ServerCore? {
    context.map { Unmanaged<ServerCore>.fromOpaque($0).takeUnretainedValue() }
}
