import PeriluneCore

extension RemoteExecutionContext {
    /// The body of a webhook: all members in the order of the wire.
    public var json: [UInt8] {
        var writer = DataContractWriter()
        write(to: &writer)
        return writer.bytes
    }

    /// The body of a webhook without the parts that CRM omits if it would be too large.
    public var truncatedJSON: [UInt8] {
        var writer = DataContractWriter()
        write(to: &writer, isTruncated: true)
        return writer.bytes
    }

    private func write(to writer: inout DataContractWriter, isTruncated: Bool = false) {
        writer.beginObject()
        writer.write("BusinessUnitId", businessUnitId)
        writer.write("CorrelationId", correlationId)
        writer.write("Depth", depth)
        writer.write("InitiatingUserAzureActiveDirectoryObjectId", initiatingUserObjectId)
        writer.write("InitiatingUserId", initiatingUserId)
        if !isTruncated {
            writer.name("InputParameters")
            writer.write(pairs: inputParameters)
        }
        writer.write("IsExecutingOffline", isExecutingOffline)
        writer.write("IsInTransaction", isInTransaction)
        writer.write("IsOfflinePlayback", isOfflinePlayback)
        writer.write("IsolationMode", isolationMode)
        writer.write("MessageName", messageName)
        writer.write("Mode", mode.rawValue)
        writer.write(
            "OperationCreatedOn",
            WireDate(
                milliseconds: operationCreatedOn.flooredMilliseconds,
                offsetMinutes: operationOffset))
        writer.write("OperationId", operationId)
        writer.write("OrganizationId", organizationId)
        writer.write("OrganizationName", organizationName)
        writer.name("OutputParameters")
        writer.write(pairs: outputParameters)
        writer.name("OwningExtension")
        writer.write(owningExtension)
        if !isTruncated {
            writer.name("ParentContext")
            if let parent = parentContext.first {
                parent.write(to: &writer)
            } else {
                writer.raw("null")
            }
            write(postEntityImages, as: "PostEntityImages", to: &writer)
            write(preEntityImages, as: "PreEntityImages", to: &writer)
        }
        writer.write("PrimaryEntityId", primaryEntityId)
        writer.write("PrimaryEntityName", primaryEntityName)
        writer.write("RequestId", requestId?.description)
        writer.write("SecondaryEntityName", secondaryEntityName)
        writer.name("SharedVariables")
        writer.write(pairs: sharedVariables)
        writer.write("Stage", stage)
        writer.write("UserAzureActiveDirectoryObjectId", userObjectId)
        writer.write("UserId", userId)
        writer.endObject()
    }

    private func write(_ images: [Image], as name: String, to writer: inout DataContractWriter) {
        writer.name(name)
        writer.beginArray()
        for image in images {
            writer.beginObject()
            writer.write("key", image.alias)
            writer.name("value")
            writer.write(image.entity)
            writer.endObject()
        }
        writer.endArray()
    }
}
