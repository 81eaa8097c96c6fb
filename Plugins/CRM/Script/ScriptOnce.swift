import PeriluneCore

extension OrganizationRequest {
    /// The message with an id for the activity that it creates, by which it can be found out later whether
    /// the message was carried out; other messages are unchanged.
    func withActivityID(_ id: GUID) -> OrganizationRequest {
        guard let parameter = Repetition.closingActivities[requestName],
            case .entity(var activity)? = parameters[parameter], activity.id ?? .zero == .zero
        else { return self }
        activity.id = id
        var request = self
        request.parameters[parameter] = .entity(activity)
        return request
    }
}

extension OnceEffect {
    /// For a message that must not be carried out twice; `nil` for the others.
    init?(_ request: OrganizationRequest) {
        let writer = ScriptWriter()
        switch Repetition(of: request) {
        case .harmless: return nil
        case .refused(_, let answer), .guarded(_, let answer):
            self.init(ifDone: writer.results(answer), canFindOut: true)
        case .harmful: self.init(ifDone: .object(.init()), canFindOut: false)
        }
    }
}

extension ScriptWriter {
    /// The results of a message as a table.
    func results(_ response: OrganizationResponse) -> Value {
        .object(.init(response.results.map { ($0.key, value($0.value)) }))
    }
}
