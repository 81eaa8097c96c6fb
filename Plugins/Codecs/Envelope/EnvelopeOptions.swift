import PeriluneCore
import PeriluneFiles

/// The templates for the attributes of events, from options.
struct EnvelopeOptions: Sendable {
    var id: [Template] = []
    /// Whether an entry without the fields of the id gets the id of its place.
    var mayLackID = false
    var source: [Template] = []
    var type: [Template]
    var subject: [Template] = []
    var partitionKey: [Template] = []
    var time: TimeRule?
    /// The options that were given, each with the paths of the fields that it names.
    var named: [(option: String, paths: [FieldPath])] = []
    /// Another option of the codec that names fields, which are reported as well if no entry has them.
    var alsoNamed: (option: String, paths: [FieldPath])?

    /// The options of every codec whose entries have fields.
    static func fields(type: String, time: String = "none by default") -> [SettingsSchema.Field] {
        EnvelopeOptions(type: [Template(constant: type)]).fields(time: time)
    }

    /// The options of a codec whose defaults these are.
    func fields(time: String) -> [SettingsSchema.Field] {
        func shown(_ templates: [Template], _ none: String) -> String {
            templates.isEmpty
                ? none : "`" + templates.map(\.text).joined(separator: "`, `") + "` by default"
        }
        return [
            .init(
                "id", .texts,
                "Template of the event's id, such as `{request}`; \(shown(id, "the log's name and the entry's offset by default"))."
            ),
            .init(
                "source", .texts,
                "Template or text of the event's source; \(shown(source, "the log's name by default"))."
            ),
            .init(
                "type", .texts,
                "Template or text of the event's type; \(shown(type, "none by default"))."),
            .init(
                "subject", .texts,
                "Template of the event's subject; \(shown(subject, "none by default"))."),
            .init(
                "partitionkey", .texts,
                "Template of the event's ordering key; \(shown(partitionKey, "the source is the key by default"))."
            ),
            .init("time", .object(TimeRule.schema), "The event's time; \(time)."),
        ]
    }

    /// The given options, with these as defaults.
    func with(_ settings: Settings) throws(PeriluneError) -> EnvelopeOptions {
        var options = self
        func read(_ name: String, _ old: [Template]) throws(PeriluneError) -> [Template] {
            var templates: [Template] = []
            for text in try settings.texts(name) {
                do throws(PeriluneError) {
                    templates.append(try Template(text, code: "codec.option"))
                } catch {
                    throw settings.error(at: name, error.message, hint: error.hint)
                }
            }
            if templates.isEmpty { return old }
            options.named.append((name, templates.flatMap(\.paths)))
            return templates
        }
        options.id = try read("id", id)
        if options.id.map(\.text) != id.map(\.text) { options.mayLackID = false }
        if let template = options.id.first(where: { $0.paths.isEmpty }) {
            throw settings.error(
                at: "id", "is the same for every event",
                hint: "a field is written in braces: id = \"{\(template.text)}\"")
        }
        options.source = try read("source", source)
        options.type = try read("type", type)
        options.subject = try read("subject", subject)
        options.partitionKey = try read("partitionkey", partitionKey)
        if let time = try settings.object("time") {
            options.time = try TimeRule(time, or: self.time)
            if try time.text("field") != nil, let field = options.time?.field {
                options.named.append(("time", [field]))
            }
        }
        return options
    }
}
