package import PeriluneCore
import PeriluneJSON

extension Session {
    /// The action in an event and its chart; `nil` if the event is about something else.
    package nonisolated func action(
        ofEvent json: [UInt8]
    ) throws(PeriluneError) -> (action: ChartAction, item: String)? {
        let event = try Value(json: json)
        guard let type = event["type"]?.string, type.hasPrefix("chart."),
            !type.hasPrefix("chart.will."), type != "chart.query", type != "chart.rows",
            let data = event["data"], data["dashboard"]?.string ?? name == name
        else { return nil }
        return (
            try ChartAction(kind: String(type.dropFirst(6)), data: data),
            data["chart"]?.string ?? ""
        )
    }
}
