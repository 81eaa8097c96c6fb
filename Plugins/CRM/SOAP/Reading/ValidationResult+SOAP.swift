import PeriluneCore
import PeriluneXML

extension ValidationResult {
    init(soap element: XMLElement) throws(PeriluneError) {
        self.init(
            try element.required("ValidationSuccess").bool(),
            activityId: try element.child("ActivityId")?.guid() ?? .zero)
        if let trace = element.child("TraceInfo"), !trace.isNil {
            traceInfo = TraceInfo(
                try trace.child("ErrorInfoList")?.items(ErrorInfo.init(soap:)) ?? [])
        }
    }
}

extension ErrorInfo {
    fileprivate init(soap element: XMLElement) throws(PeriluneError) {
        self.init(
            try element.required("ErrorCode").text,
            try element.child("ResourceList")?.items(ResourceInfo.init(soap:)) ?? [])
    }
}

extension ResourceInfo {
    fileprivate init(soap element: XMLElement) throws(PeriluneError) {
        self.init(
            try element.required("Id").guid(),
            displayName: element.child("DisplayName")?.optionalText ?? "",
            entityName: element.child("EntityName")?.optionalText ?? "")
    }
}
