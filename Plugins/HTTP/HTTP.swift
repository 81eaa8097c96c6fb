public import PeriluneCore

/// Requests of scripts over HTTP: the module `http`.
///
/// A script reaches only what the grant `http` names; without grants it reaches nothing. Each request is an
/// effect of its event.
public struct HTTP: Plugin {
    /// The name of the plugin.
    public let name = "http"
    private let configuration: HTTPConfiguration
    /// The error of a request without a recorded answer; `nil` if requests are sent.
    private let unanswered: (@Sendable (_ effect: String) -> PeriluneError)?

    /// Makes the plugin.
    public init(_ configuration: HTTPConfiguration = HTTPConfiguration()) {
        self.configuration = configuration
        unanswered = nil
    }

    /// Creates a plugin that sends nothing: the ledger answers requests, and others fail.
    package init(unanswered: @escaping @Sendable (_ effect: String) -> PeriluneError) {
        configuration = HTTPConfiguration()
        self.unanswered = unanswered
    }

    /// The plugin in tests of scripts, which reach no network.
    package static let inTests = HTTP { effect in
        PeriluneError(
            "test.unexpected", "the case declares no answer for '\(effect)'",
            hint: "write answers = { [\"\(effect)\"] = { status = 200, json = … } }")
    }

    /// The module that scripts require, which is also the name of its grant.
    package static let module = "http"

    /// The grant `http`.
    public var grantKinds: [GrantKind] { [.http] }

    /// Registers the module `http`.
    public func register(in registry: inout Registry) throws(PeriluneError) {
        let calls = HTTPCalls(
            OutboundClient(configuration), configuration, unanswered: unanswered)
        try registry.add(HTTPModule.module(calls))
    }
}
