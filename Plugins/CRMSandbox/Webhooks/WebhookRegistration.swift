public import CRMPlugin
import PeriluneCore
import PeriluneXML

/// A registered webhook: a step with the operations it reports, and its service endpoint.
public struct WebhookRegistration: Sendable {
    /// The step's identity, which receivers see as the owning extension.
    public var id: GUID
    /// The step's name.
    public var name: String
    /// The message, such as `update`, in any case; `*` for all.
    public var message: String
    /// The table; `*` for all.
    public var entity: String
    /// The URL of the receiver.
    public var url: String
    /// How the sandbox authenticates to the receiver.
    public var authentication: WebhookAuthentication
    /// Whether the operation waits for the response, which may forbid it.
    public var isSynchronous = false
    /// When: before the operation is checked, before it, or after it.
    var stage = Operation.Stage.postOperation
    /// Among steps of one stage the lowest is first.
    public var rank = 1
    /// For updates, the attributes of which one must be set; empty for any.
    public var filteringAttributes: Set<String> = []
    /// Whether it is stored as a row, which system jobs refer to.
    var isRow = false
    /// Whether the system job of a success is deleted.
    public var deletesJob = false
    /// The images that are sent.
    public var images: [Image] = []

    /// The record before or after the operation, under a name.
    public struct Image: Sendable {
        /// The name.
        public var alias: String
        /// Whether the record before is sent.
        public var isBefore: Bool
        /// Whether the record after is sent.
        public var isAfter: Bool
        /// The columns; empty for all.
        public var attributes: Set<String>

        /// Makes an image.
        public init(
            _ alias: String, before isBefore: Bool = true, after isAfter: Bool = true,
            attributes: Set<String> = []
        ) {
            self.alias = alias
            self.isBefore = isBefore
            self.isAfter = isAfter
            self.attributes = attributes
        }
    }

    /// Makes a registration.
    public init(
        _ message: String, on entity: String, to url: String,
        authentication: WebhookAuthentication = .none, id: GUID = .random()
    ) {
        self.id = id
        self.message = message.lowercased()
        self.entity = entity.lowercased()
        self.url = url
        self.authentication = authentication
        name = "\(entity).\(message)"
    }

    /// Whether the webhook reports an operation.
    func matches(_ message: String, _ entity: String) -> Bool {
        (self.entity == "*" || self.entity == entity)
            && (self.message == "*" || self.message == message.lowercased())
    }

    /// Whether an update sets what matters.
    func wants(_ operation: Operation) -> Bool {
        guard !filteringAttributes.isEmpty, operation.message == "Update",
            case .entity(let target)? = operation.parameters["Target"]
        else { return true }
        return target.attributes.contains { filteringAttributes.contains($0.key) }
    }
}

extension WebhookAuthentication {
    /// Reads what a service endpoint keeps: `<settings><setting name="…" value="…"/></settings>` for
    /// header fields and pairs, the bare key otherwise.
    init(type: Int32?, value: String?) throws(PeriluneError) {
        switch type {
        case 4: self = .key(Secret(value ?? ""))
        case 5: self = .headers(try Self.settings(value ?? ""))
        case 6: self = .query(try Self.settings(value ?? ""))
        default: self = .none
        }
    }

    private static func settings(_ text: String) throws(PeriluneError) -> [Setting] {
        try XMLElement.parse(text).elements(named: "setting").compactMap { setting in
            guard let name = setting.attribute("name") else { return nil }
            return Setting(name, Secret(setting.attribute("value") ?? ""))
        }
    }
}
