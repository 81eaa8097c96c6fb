/// A service whose signatures and members are known.
public enum WebhookPreset: String, CaseIterable, Sendable {
    /// `X-Hub-Signature-256`.
    case github
    /// `X-Gitlab-Token`.
    case gitlab
    /// `X-Shopify-Hmac-Sha256`.
    case shopify
    /// `X-Slack-Signature`, with a timestamp.
    case slack
    /// The specification "Standard Webhooks", which many services follow.
    case standard
    /// `Stripe-Signature`, with a timestamp.
    case stripe
}

extension WebhookPreset {
    /// How a sender authenticates.
    var proof: Webhooks.Endpoint.Proof {
        switch self {
        case .github:
            .signature(WebhookSignature(header: "x-hub-signature-256", prefix: "sha256="))
        case .gitlab: .token(header: "x-gitlab-token")
        case .shopify:
            .signature(
                WebhookSignature(header: "x-shopify-hmac-sha256", encoding: .base64))
        case .slack:
            .signature(
                WebhookSignature(
                    header: "x-slack-signature", prefix: "v0=",
                    timestamp: "x-slack-request-timestamp", signed: "v0:{timestamp}:{body}"))
        case .standard:
            .signature(
                WebhookSignature(
                    header: "webhook-signature", layout: .versions("v1"), encoding: .base64,
                    timestamp: "webhook-timestamp", id: "webhook-id",
                    signed: "{id}.{timestamp}.{body}", keyPrefix: "whsec_"))
        case .stripe:
            .signature(
                WebhookSignature(
                    header: "stripe-signature", layout: .members("v1"), timestamp: "t",
                    signed: "{timestamp}.{body}"))
        }
    }

    /// The signature of requests; `nil` if they have a token.
    var signature: WebhookSignature? {
        if case .signature(let signature) = proof { signature } else { nil }
    }

    /// Bytes that a body may have: GitHub sends up to 25 MB.
    var bodyLimit: Int { self == .github ? 25 << 20 : Webhooks.Endpoint.defaultBodyLimit }

    /// Whether the service has forms with all of an event as JSON in the field `payload`.
    var sendsPayload: Bool { self == .github || self == .slack }

    /// The attributes of events.
    var attributes: WebhookAttributes {
        switch self {
        case .github:
            WebhookAttributes(
                id: ["{headers.x-github-delivery}"],
                type: [
                    "github.{headers.x-github-event}.{body.action}",
                    "github.{headers.x-github-event}",
                ],
                subject: ["{body.repository.full_name}", "{body.organization.login}"])
        case .gitlab:
            WebhookAttributes(
                id: ["{headers.x-gitlab-event-uuid}"],
                type: ["gitlab.{body.object_kind}", "gitlab.{body.event_name}"],
                subject: ["{body.project.path_with_namespace}"])
        case .shopify:
            WebhookAttributes(
                id: ["{headers.x-shopify-webhook-id}"],
                type: ["shopify.{headers.x-shopify-topic}"],
                subject: ["{headers.x-shopify-shop-domain}"])
        case .slack:
            WebhookAttributes(
                id: ["{body.event_id}"],
                type: [
                    "slack.{body.event.type}", "slack.command", "slack.{body.type}",
                ],
                subject: ["{body.event.channel}", "{body.channel_id}", "{body.team_id}"])
        case .standard:
            WebhookAttributes(
                id: ["{headers.webhook-id}"], type: ["{source}.{body.type}"], subject: [])
        case .stripe:
            WebhookAttributes(
                id: ["{body.id}"], type: ["stripe.{body.type}"],
                subject: ["{body.data.object.id}"])
        }
    }
}
