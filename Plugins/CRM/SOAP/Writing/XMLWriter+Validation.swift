import PeriluneXML

extension XMLWriter {
    mutating func validation(_ result: ValidationResult) {
        element("ActivityId", prefix: "c", result.activityId.description)
        begin("TraceInfo", prefix: "c")
        if let trace = result.traceInfo {
            begin("ErrorInfoList", prefix: "c")
            list("ErrorInfo", prefix: "c", trace.errorInfoList) { $0.errorInfo($1) }
            end()
        } else {
            attribute("nil", prefix: "i", "true")
        }
        end()
        element("ValidationSuccess", prefix: "c", result.validationSuccess ? "true" : "false")
    }

    private mutating func errorInfo(_ info: ErrorInfo) {
        element("ErrorCode", prefix: "c", info.errorCode)
        begin("ResourceList", prefix: "c")
        list("ResourceInfo", prefix: "c", info.resourceList) {
            $0.element("DisplayName", prefix: "c", $1.displayName)
            $0.element("EntityName", prefix: "c", $1.entityName)
            $0.element("Id", prefix: "c", $1.id.description)
        }
        end()
    }
}
