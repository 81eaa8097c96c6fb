import Perilune
import PeriluneCore
import Synchronization

/// Passes requests to the intake of the active version.
final class ClusterRequestHandler: HTTPHandler {
    private let intake: Mutex<Intake>

    /// How long to wait for the requests of the previous intake.
    private static let patience: Duration = .seconds(10)

    init(_ first: Intake) { intake = Mutex(first) }

    var current: Intake { intake.withLock(\.self) }

    func handle(_ request: HTTPRequest, _ respond: @escaping @Sendable (HTTPResponse) -> Void) {
        current.handle(request, respond)
    }

    func refusal(beforeBodyOf request: HTTPRequest) -> HTTPResponse? {
        current.refusal(beforeBodyOf: request)
    }

    func countRefusal(_ code: PeriluneError.Code) { current.countRefusal(code) }

    func replace(with next: Intake) {
        let old = intake.withLock { intake in
            defer { intake = next }
            return intake
        }
        guard old !== next else { return }
        old.stopRoutes()
        Task {
            try? await Task.sleep(for: Self.patience)
            old.close()
        }
    }
}
