import CRMPlugin
import PeriluneCore
import PeriluneJSON

/// Messages as actions and functions.
extension WebAPIContext {
    /// Answers `POST /WinOpportunity` and `GET /WhoAmI()`.
    func unbound(
        _ segment: ODataSegment, _ rest: ArraySlice<ODataSegment>, _ request: WebAPIRequest
    ) throws(CRMFault) -> HTTPResponse {
        let name = segment.name.dropping(WebAPICodec.namespace + ".") ?? segment.name
        guard rest.isEmpty else { throw notFound(segment.name) }
        if name == "BulkDelete", request.method == "POST" { return try bulkDelete(request) }
        guard let operation = WebAPIOperation.of(name) else {
            if let own = try custom(name, request) { return own }
            throw notFound(name)
        }
        return try call(operation, on: nil, segment, request)
    }

    /// Answers `POST /queues(id)/Microsoft.Dynamics.CRM.AddToQueue`.
    func bound(
        _ name: String, _ segment: ODataSegment, _ reference: EntityReference,
        _ request: WebAPIRequest
    ) throws(CRMFault) -> HTTPResponse {
        guard let operation = WebAPIOperation.of(name), let binding = operation.binding,
            binding.table == reference.logicalName
        else { throw notFound(segment.name) }
        return try call(operation, on: reference, segment, request)
    }

    private func call(
        _ operation: WebAPIOperation, on reference: EntityReference?, _ segment: ODataSegment,
        _ request: WebAPIRequest
    ) throws(CRMFault) -> HTTPResponse {
        guard request.method == (operation.isFunction ? "GET" : "POST") else {
            throw notAllowed(request)
        }
        let fields = operation.message.parameters
        var parameters: AttributeCollection = [:]
        if let reference, let binding = operation.binding {
            let field = fields.first { $0.key == binding.parameter }
            parameters[binding.parameter] =
                field?.kind == .guid ? .guid(reference.id) : .reference(reference)
        }
        let given =
            operation.isFunction ? Self.arguments(segment) : try request.json(self).members
        for member in given where !member.name.contains("@") {
            let (key, value) = try parameter(member, operation)
            parameters[key] = value
        }
        let results = try run(operation.message.name, parameters)
        return try answer(results, operation.message, request)
    }

    /// A parameter under the name and type of the message.
    private func parameter(
        _ member: JSONTree.Member, _ operation: WebAPIOperation
    ) throws(CRMFault) -> (String, CRMValue) {
        let fields = operation.message.parameters
        if let renaming = operation.renamed.first(where: { $0.name == member.name }) {
            let field = MessageDescription.FieldDescription.reference(member.name)
            let value = try reading { () throws(PeriluneError) in
                try codec.parameter(member.value, field, isRequest: true, contents: contents)
            }
            guard case .reference(let target) = value else { return (renaming.parameter, .null) }
            return (renaming.parameter, .guid(target.id))
        }
        guard let field = fields.first(where: { $0.key == member.name }) else {
            throw CRMFault(
                .payload,
                "\(operation.message.name) has no parameter '\(member.name)'.")
        }
        let value = try reading { () throws(PeriluneError) in
            try codec.parameter(member.value, field, isRequest: true, contents: contents)
        }
        return (field.key, value)
    }

    private static func arguments(_ segment: ODataSegment) -> [JSONTree.Member] {
        segment.arguments.map { pair in
            let value: JSONTree =
                switch pair.value {
                case .null: .null
                case .bool(let value): .bool(value)
                case .number(let digits): .number(digits)
                case .string(let text): .string(text)
                case .guid(let id): .string(id.description)
                case .date(let time): .string(time.description)
                }
            return .init(pair.name, value)
        }
    }

    /// The response: 204 without results; a single record or collection is the body itself.
    private func answer(
        _ results: AttributeCollection, _ message: MessageDescription, _ request: WebAPIRequest
    ) throws(CRMFault) -> HTTPResponse {
        guard !results.isEmpty else { return WebAPIReply.empty(request.preferences) }
        let annotations = request.preferences.annotations
        var members: [JSONTree.Member] = [
            .init(
                "@odata.context",
                .string("\(root)$metadata#\(WebAPICodec.namespace).\(message.name)Response"))
        ]
        for pair in results {
            switch pair.value {
            case .entity(let entity) where message.results.count == 1:
                members += codec.response(entity, columns: [], annotations, isTyped: true)
            case .entities(let collection):
                let rows = collection.entities.map {
                    JSONTree.object(codec.response($0, columns: [], annotations, isTyped: true))
                }
                let name = message.results.count == 1 ? "value" : pair.key
                members.append(.init(name, .array(rows)))
            default:
                let json = try reading { () throws(PeriluneError) in
                    try codec.parameter(pair.value)
                }
                let isValue = message.results.count == 1 && json.elements != nil
                members.append(.init(isValue ? "value" : pair.key, json))
            }
        }
        return WebAPIReply.json(members, request.preferences)
    }

    /// A message that the organization knows and no table describes: values as they look.
    private func custom(
        _ name: String, _ request: WebAPIRequest
    ) throws(CRMFault) -> HTTPResponse? {
        guard request.method == "POST", MessageDescription.named(name) == nil else { return nil }
        var parameters: AttributeCollection = [:]
        for member in try request.json(self).members {
            if let value = member.value.plain { parameters[member.name] = value }
        }
        let results: AttributeCollection
        do throws(CRMFault) {
            results = try run(name, parameters)
        } catch  where error.code == .sdkMessageNotImplemented {
            return nil
        }
        guard !results.isEmpty else { return WebAPIReply.empty() }
        var members: [JSONTree.Member] = []
        for pair in results {
            members.append(
                .init(
                    pair.key,
                    try reading { () throws(PeriluneError) in try codec.parameter(pair.value) }))
        }
        return WebAPIReply.json(members)
    }
}

extension JSONTree {
    /// A value without a declared type; identities are recognized by their form.
    fileprivate var plain: CRMValue? {
        switch self {
        case .null: .null
        case .bool(let value): .bool(value)
        case .string(let text): GUID(text).map { .guid($0) } ?? .string(text)
        case .number(let digits):
            Int32(digits).map { .int($0) } ?? CRMDecimal(digits).map { .decimal($0) }
        case .array, .object: nil
        }
    }
}
