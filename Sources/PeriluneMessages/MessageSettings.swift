package import PeriluneCore
package import PeriluneFiles

/// The settings of a source for converting messages to events.
package struct MessageSettings: Sendable, Hashable {
    let format: MessageFormat
    /// The type of events that the source creates.
    let type: String

    /// The declarations of the settings, for the schemas of plugins.
    package static let fields: [SettingsSchema.Field] = [
        .init(
            "as", .choice(of: MessageFormat.self),
            "What messages are: `cloudevents`, or `data` of events that the source makes; `cloudevents` by default."
        ),
        .init(
            "type", .text,
            "The `type` of events that the source makes; `message.received` by default."),
    ]

    package init(_ format: MessageFormat = .cloudevents, type: String = "message.received") {
        self.format = format
        self.type = type
    }

    package init(_ settings: Settings) throws(PeriluneError) {
        self.init(
            try settings.choice("as") ?? .cloudevents,
            type: try settings.text("type") ?? "message.received")
    }
}
