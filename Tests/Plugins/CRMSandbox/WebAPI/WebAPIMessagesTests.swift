import PeriluneCore
import PeriluneHTTP
import Synchronization
import Testing

@testable import CRMPlugin
@testable import CRMSandboxPlugin

/// Every message that is an action or a function arrives as it was sent, and so do its results.
struct WebAPIMessagesTests {
    private static let schema = Schema.standard
    private static let id = GUID(high: 1, low: 2)

    /// A value of a kind; what records point at depends on the message.
    private static func sample(_ kind: CRMValueKind, _ key: String, of message: String) -> CRMValue?
    {
        let table =
            WebAPIOperation.of(message)?.binding.flatMap { $0.parameter == key ? $0.table : nil }
            ?? ["Principal": "team", "OpportunityCurrencyId": "transactioncurrency"][key]
            ?? "account"
        let reference = EntityReference(table, id)
        let record = Entity("task", ["subject": "Æ", "prioritycode": .option(2)])
        return switch kind {
        case .string: "a'b é"
        case .int: 7
        case .boolean: true
        case .dateTime: .date(Timestamp(microseconds: 1_717_146_000_000_000))
        case .guid: .guid(id)
        case .optionSetValue: .option(-1)
        case .entityReference: .reference(reference)
        case .entity: .entity(record)
        case .entityCollection: .entities(EntityCollection([record], entityName: "task"))
        case .entityReferenceCollection: .references([reference])
        case .entityReferenceArray: .referenceArray([reference, reference])
        case .entityArray: .entityArray([record])
        case .guidArray: .guids([id, .zero])
        case .stringArray: .strings(["a", ""])
        case .booleanArray: .bools([true, false])
        case .columnSet: .columns(["name"])
        case .query: .query(.fetch("<fetch><entity name=\"email\"/></fetch>"))
        case .rolePrivilegeArray: .privileges([RolePrivilege(id, .deep, businessUnitId: id)])
        case .validationResult:
            .validation(
                ValidationResult(
                    false, activityId: id,
                    traceInfo: TraceInfo([
                        ErrorInfo(
                            "Busy", [ResourceInfo(id, displayName: "A", entityName: "systemuser")])
                    ])))
        case .any: nil
        default: nil
        }
    }

    private static func samples(
        _ fields: [MessageDescription.FieldDescription], of message: String
    ) -> AttributeCollection {
        var values: AttributeCollection = [:]
        for field in fields { values[field.key] = sample(field.kind, field.key, of: message) }
        return values
    }

    @Test(arguments: MessageDescription.all.map(\.name).filter { WebAPIOperation.of($0) != nil })
    func messagesArriveAsTheyWereSent(_ name: String) async throws {
        // These are done by other requests, as Microsoft documents it.
        let equivalents: Set = [
            "Assign", "SetState", "AssociateEntities", "DisassociateEntities", "SetRelated",
            "RemoveRelated",
        ]
        guard !equivalents.contains(name), let message = MessageDescription.named(name) else {
            return
        }
        let sent = OrganizationRequest(
            name, namespace: message.namespace, Self.samples(message.parameters, of: name))
        let results = Self.samples(message.results, of: name)
        let arrived = Mutex<[OrganizationRequest]>([])
        let client = try WebAPIClient(
            url: WebAPILoop.base, token: FixedToken(nil), schema: Self.schema
        ) { request in
            let context = WebAPIContext(
                codec: WebAPICodec(Self.schema), root: WebAPILoop.base + "/api/data/v9.2/",
                prefix: "/api/data/v9.2",
                execute: { request in
                    arrived.withLock { $0.append(request) }
                    return OrganizationResponse(request.requestName, results)
                }, atomically: { _ in })
            return context.answer(WebAPILoop.request(request))
        }
        let response = try await client.execute(sent)
        let requests = arrived.withLock { $0 }
        #expect(requests == [sent])
        #expect(response.results == results)
    }

    @Test func everyMessageHasAnOperation() async throws {
        for message in MessageDescription.all where WebAPIOperation.of(message.name) == nil {
            #expect(
                [
                    "Create", "Retrieve", "RetrieveMultiple", "Update", "Delete", "Upsert",
                    "Associate", "Disassociate", "ExecuteMultiple", "ExecuteTransaction",
                ].contains(message.name), "\(message.name)")
        }
    }
}
