import PeriluneCore
import PeriluneFiles

/// Formats in JSON whose fields are known: the codec `json` with other defaults.
extension JSONCodec {
    static let presets: [JSONCodec] = [
        preset(
            "cloudtrail", "events of CloudTrail",
            marks: ["eventID", "eventSource", "awsRegion"],
            id: ["{eventID}"], source: ["{eventSource}"], type: ["cloudtrail.{eventName}"],
            subject: ["{userIdentity.arn}"], time: "eventTime", explode: "Records"),
        preset(
            "otlp-json", "OpenTelemetry logs in JSON",
            marks: ["timeUnixNano", "body"], type: ["otlp.{severityText}", "otlp.log"],
            subject: ["{traceId}"], time: "timeUnixNano",
            explode: "resourceLogs.scopeLogs.logRecords"),
        preset(
            "docker", "a json-file log of Docker", marks: ["log", "stream", "time"],
            type: ["docker.{stream}"], time: "time"),
        preset(
            "journald", "an export of the systemd journal",
            marks: ["__CURSOR", "__REALTIME_TIMESTAMP"], id: ["{__CURSOR}"],
            source: ["{_HOSTNAME}"],
            type: ["journald.{SYSLOG_IDENTIFIER}", "journald.{_COMM}", "journald.entry"],
            subject: ["{_SYSTEMD_UNIT}"], time: "__REALTIME_TIMESTAMP",
            .epoch(perSecond: 1_000_000)),
        preset(
            "k8s-audit", "an audit log of Kubernetes", marks: ["auditID", "stage", "verb"],
            id: ["{auditID}/{stage}"], source: ["kubernetes"],
            type: ["k8s.{verb}.{objectRef.resource}", "k8s.{verb}"],
            subject: [
                "{objectRef.namespace}/{objectRef.name}", "{objectRef.name}", "{requestURI}",
            ],
            partitionKey: ["{auditID}"], time: "stageTimestamp"),
        preset(
            "stripe", "events of Stripe", marks: ["id", "type", "created", "livemode"],
            id: ["{id}"], source: ["stripe"], type: ["stripe.{type}"],
            subject: ["{data.object.id}"],
            time: "created", .epoch(perSecond: 1)),
        preset(
            "github", "events of GitHub",
            marks: ["payload"], id: ["{id}", "{delivery}"], source: ["github"],
            type: [
                "github.{type}", "github.{event}.{payload.action}", "github.{event}",
                "github.webhook",
            ],
            subject: ["{repo.name}", "{payload.repository.full_name}", "{repository.full_name}"],
            time: "created_at"),
    ]

    private static func preset(
        _ name: String, _ summary: String, marks: [FieldPath], id: [String] = [],
        source: [String] = [], type: [String], subject: [String] = [],
        partitionKey: [String] = [], time: FieldPath, _ format: TimeFormat = .automatic,
        explode: FieldPath? = nil
    ) -> JSONCodec {
        var codec = JSONCodec(name: name, summary: summary)
        func templates(_ texts: [String]) -> [Template] { texts.map { Template(constant: $0) } }
        codec.envelope = EnvelopeOptions(
            id: templates(id), source: templates(source), type: templates(type),
            subject: templates(subject), partitionKey: templates(partitionKey),
            time: TimeRule(field: time, format))
        codec.envelope.mayLackID = name == "github"
        codec.marks = marks
        codec.explode = explode?.names ?? []
        return codec
    }
}
