import CRMPlugin
import PeriluneCore

extension RemoteExecutionContext {
    /// What a webhook reports about an operation.
    ///
    /// `job` is the system job of an asynchronous delivery.
    init(
        _ operation: Operation, _ registration: WebhookRegistration,
        organization: Organization, job: GUID? = nil
    ) {
        let target = operation.target
        self.init(operation.message, target?.logicalName ?? "none", target?.id ?? .zero)
        businessUnitId = operation.caller.businessUnitId
        correlationId = operation.correlationId
        depth = operation.depth
        initiatingUserId = operation.caller.userId
        userId = operation.caller.userId
        inputParameters = operation.parameters
        if case .entity(let entity)? = operation.parameters["Target"] {
            inputParameters["Target"] = .entity(Self.completeTarget(entity, operation))
        }
        isInTransaction = registration.isSynchronous
        mode = registration.isSynchronous ? .synchronous : .asynchronous
        operationCreatedOn = operation.startedAt
        // A synchronous context has no job: its OperationId is the request's id, as that of its parents.
        operationId = job ?? operation.requestId
        organizationId = WellKnown.organization
        organizationName = organization.options.name
        outputParameters = operation.results
        owningExtension = EntityReference(
            "sdkmessageprocessingstep", registration.id, name: registration.name)
        for image in registration.images {
            if image.isBefore, let entity = operation.preImage {
                preEntityImages.append(Image(image.alias, image.reduced(entity)))
            }
            if image.isAfter, let entity = operation.postImage {
                postEntityImages.append(Image(image.alias, image.reduced(entity)))
            }
        }
        requestId = operation.requestId
        sharedVariables = operation.sharedVariables
        sharedVariables["IsAutoTransact"] = true
        stage = registration.stage.rawValue
        parentContext = [Self(main: operation, self)]
    }

    /// The context of the main operation (stage 30) that contains a step or led to another operation, as far as it is
    /// known while it runs.
    private init(main parent: Operation, _ child: RemoteExecutionContext) {
        self = child
        messageName = parent.message
        primaryEntityName = parent.target?.logicalName ?? "none"
        primaryEntityId = parent.target?.id ?? .zero
        depth = parent.depth
        inputParameters = parent.parameters
        outputParameters = [:]
        preEntityImages = []
        postEntityImages = []
        sharedVariables = parent.sharedVariables
        requestId = parent.requestId
        stage = 30
        parentContext = []
        if let outer = parent.parent?.operation { parentContext = [Self(main: outer, self)] }
    }

    /// The target after the operation, with the columns that CRM sets: all on create, user and time on update.
    private static func completeTarget(_ target: Entity, _ operation: Operation) -> Entity {
        guard let after = operation.postImage else { return target }
        var target = target
        target.id = after.id
        for pair in after.attributes
        where target.attributes[pair.key] == nil && pair.value != .null {
            let isOwn =
                ["modifiedon", "modifiedby"].contains(pair.key)
                || pair.value == after.id.map { .guid($0) }
            if operation.message == "Create" || isOwn { target[pair.key] = pair.value }
        }
        return target
    }
}

extension WebhookRegistration.Image {
    /// The record with only the requested columns.
    fileprivate func reduced(_ entity: Entity) -> Entity {
        var reduced = entity
        reduced.formattedValues = entity.formattedValues
        guard !attributes.isEmpty else { return reduced }
        for name in entity.attributes.keys where !attributes.contains(name) {
            reduced[name] = nil
            reduced.formattedValues[name] = nil
        }
        return reduced
    }
}
