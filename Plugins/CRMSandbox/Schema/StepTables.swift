import CRMPlugin

/// The tables of registered webhooks and of their jobs.
enum StepTables {
    static let all = [endpoint, message, messageFilter, step, stepImage, job]

    private static let cascadeDelete = Cascade(delete: .cascade)

    static let endpoint = Table(
        "ServiceEndpoint", 4618, "Service Endpoint", name: "name", ownership: .organization,
        [
            .text("Name", 100), .memo("Description"), .text("Url", 2000), .text("Path", 160),
            .text("SolutionNamespace", 160), .memo("AuthValue", 2048).writeOnly,
            .flag("IsAuthValueSet").readOnly,
            .choice(
                "AuthType",
                [
                    0: "Not Specified", 1: "ACS", 2: "SAS Key", 3: "SAS Token", 4: "Webhook Key",
                    5: "HttpHeader", 6: "HttpQueryString",
                ]),
            .choice(
                "Contract",
                [
                    1: "OneWay", 2: "Queue", 3: "Rest", 4: "TwoWay", 5: "Topic",
                    6: "Queue (Persistent)", 7: "Event Hub", 8: "Webhook",
                ]),
            .choice("MessageFormat", [1: "Binary XML", 2: "Json", 3: "Text XML"], default: 2),
            .choice("ConnectionMode", [1: "Normal", 2: "Federated"], default: 1),
            .choice("UserClaim", [1: "None", 2: "UserId", 3: "UserInfo"], default: 1),
        ])

    static let message = Table(
        "SdkMessage", 4606, "Sdk Message", name: "name", ownership: .none,
        [
            .text("Name", 256), .text("CategoryName", 25), .flag("AutoTransact", default: true),
            .flag("Expand"), .flag("IsActive", default: true), .flag("IsPrivate"),
        ])

    static let messageFilter = Table(
        "SdkMessageFilter", 4607, "Sdk Message Filter", name: nil, ownership: .none,
        [
            .lookup(
                "SdkMessageId", "sdkmessage", "sdkmessageid_sdkmessagefilter", cascadeDelete),
            .entityName("PrimaryObjectTypeCode"), .entityName("SecondaryObjectTypeCode"),
            .flag("IsCustomProcessingStepAllowed", default: true), .flag("IsVisible"),
        ])

    static let step = Table(
        "SdkMessageProcessingStep", 4608, "Sdk Message Processing Step", name: "name",
        ownership: .organization,
        [
            .text("Name", 256), .text("Description", 256), .memo("Configuration", 1_073_741_823),
            .choice(
                "Stage",
                [
                    10: "Pre-validation", 20: "Pre-operation", 40: "Post-operation",
                    50: "Post-operation (Deprecated)",
                ], default: 40),
            .choice("Mode", [0: "Synchronous", 1: "Asynchronous"], default: 0),
            .integer("Rank"), .memo("FilteringAttributes", 100_000), .flag("AsyncAutoDelete"),
            .choice(
                "SupportedDeployment",
                [0: "Server Only", 1: "Client Only", 2: "Both"], default: 0),
            .lookup(
                "SdkMessageId", "sdkmessage", "sdkmessageid_sdkmessageprocessingstep", cascadeDelete
            ),
            .lookup(
                "SdkMessageFilterId", "sdkmessagefilter",
                "sdkmessagefilterid_sdkmessageprocessingstep", cascadeDelete),
            .lookup(
                "EventHandler", "serviceendpoint",
                "serviceendpoint_sdkmessageprocessingstep", cascadeDelete
            ).property("eventhandler_serviceendpoint"),
            .lookup(
                "ImpersonatingUserId", "systemuser",
                "impersonatinguserid_sdkmessageprocessingstep"),
            .states((0, "Enabled", [1: "Enabled"]), (1, "Disabled", [2: "Disabled"])),
        ])

    static let stepImage = Table(
        "SdkMessageProcessingStepImage", 4615, "Sdk Message Processing Step Image", name: "name",
        ownership: .organization,
        [
            .text("Name", 256), .text("EntityAlias", 256), .text("MessagePropertyName", 256),
            .memo("Attributes", 100_000), .text("RelatedAttributeName", 256),
            .choice("ImageType", [0: "PreImage", 1: "PostImage", 2: "Both"]),
            .lookup(
                "SdkMessageProcessingStepId", "sdkmessageprocessingstep",
                "sdkmessageprocessingstepid_sdkmessageprocessingstepimage", cascadeDelete),
        ])

    static let job = Table(
        "AsyncOperation", 4700, "System Job", name: "name",
        [
            .text("Name", 256), .choice("OperationType", [1: "System Event", 10: "Workflow"]),
            .text("MessageName", 160), .memo("Message", 1_073_741_823),
            .memo("FriendlyMessage", 1_073_741_823), .integer("ErrorCode"), .id("CorrelationId"),
            .id("RequestId"), .integer("Depth"), .integer("RetryCount").readOnly,
            .memo("Data", 1_073_741_823), .entityName("PrimaryEntityType"),
            .date("StartedOn"), .date("CompletedOn"), .date("PostponeUntil"),
            .lookup(
                "OwningExtensionId", "sdkmessageprocessingstep",
                "SdkMessageProcessingStep_AsyncOperations"),
            .lookup(
                "RegardingObjectId",
                Activity.regarding.map { ($0.lowercased(), "\($0)_AsyncOperations") }),
            .states(
                (0, "Ready", [0: "Waiting For Resources"]), (1, "Suspended", [10: "Waiting"]),
                (2, "Locked", [20: "In Progress", 21: "Pausing", 22: "Canceling"]),
                (3, "Completed", [30: "Succeeded", 31: "Failed", 32: "Canceled"])),
        ])
}
