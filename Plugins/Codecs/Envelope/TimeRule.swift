import PeriluneCore
import PeriluneFiles
import PeriluneJSON

/// The field with the time of events, and its format.
struct TimeRule: Sendable {
    /// The field; `nil` if the codec finds the time itself.
    var field: FieldPath?
    var format: TimeFormat
    /// The zone of times without an offset.
    var zone = Zone.utc

    static let schema = SettingsSchema([
        .init("field", .text, "The path of the field with the time."),
        .init(
            "format", .text,
            "`rfc3339`, `epoch`, `epoch-ms`, `epoch-us`, `epoch-ns`, or a pattern such as `%d/%b/%Y:%H:%M:%S %z`; by default RFC 3339, or a number since 1970 with the unit guessed from its size."
        ),
        zoneField,
    ])

    static let zoneField = SettingsSchema.Field(
        "zone", .text,
        "The zone of times without an offset: `Z`, an offset such as `+01:00`, or a name such as `Europe/Berlin`; `Z` by default. A time that occurs twice means the first one."
    )

    /// The zone that the settings give.
    static func zone(_ settings: Settings) throws(PeriluneError) -> Zone? {
        guard let text = try settings.text("zone") else { return nil }
        do throws(PeriluneError) {
            return try Zone(text)
        } catch {
            throw settings.error(
                at: "zone", "must be Z, an offset such as +01:00, or a name such as Europe/Berlin")
        }
    }

    init(field: FieldPath?, _ format: TimeFormat = .automatic) {
        self.field = field
        self.format = format
    }

    init(_ settings: Settings, or rule: TimeRule?) throws(PeriluneError) {
        self = rule ?? TimeRule(field: nil)
        if let text = try settings.text("field") {
            field = FieldPath(text)
            format = .automatic
        } else if field == nil, rule == nil {
            throw settings.error(at: "field", "is missing")
        }
        if let text = try settings.text("format") {
            do throws(PeriluneError) {
                format = try TimeFormat(text)
            } catch {
                throw settings.error(at: "format", error.message, hint: error.hint)
            }
        }
        zone = try Self.zone(settings) ?? zone
    }
}

/// Reads the times of one log; caches the last one, because entries of the same second follow each other.
final class TimeReader {
    private let rule: TimeRule
    /// Whether texts in RFC 3339 are accepted as times.
    private let readsRFC3339: Bool
    private var lastText: [UInt8] = []
    private var lastTime: [UInt8] = []
    /// Whether the time that was read last has a year of four digits, as events need.
    private var isLastValid = false
    private static let validSeconds: Range<Int64> = -62_167_219_200..<253_402_300_800

    init(_ rule: TimeRule, _ log: LogHead) {
        self.rule = rule
        switch rule.format {
        case .automatic, .rfc3339: readsRFC3339 = true
        case .epoch, .pattern: readsRFC3339 = false
        }
    }

    /// Whether an event with this text for its time is valid.
    func isValid(_ text: Span<UInt8>) -> Bool {
        if readsRFC3339, text.isUsualTime { return true }
        guard let isThere = try? read(text) else { return false }
        return !isThere || isLastValid
    }

    /// Whether a text is already a valid time of an event.
    func writes(_ text: Span<UInt8>) -> Bool {
        // Writing a fraction would drop zeros at its end.
        readsRFC3339 && text.count == 20 && text.isUsualTime
    }

    /// Reads a time.
    ///
    /// - Returns: Whether there is one: an empty text and `-` are none.
    /// - Throws: `event.time` with the end of a sentence.
    func read(_ text: Span<UInt8>) throws(PeriluneError) -> Bool {
        if !lastText.isEmpty, text.count == lastText.count, text.has(lastText, at: 0) {
            return true
        }
        if text.isEmpty || text.isDash { return false }
        guard let time = rule.format.time(text, zone: rule.zone) else {
            throw PeriluneError(
                "event.time", "is not a time in the format \(rule.format)",
                hint: "the codec's option time.format says how times are written")
        }
        lastText.removeAll(keepingCapacity: true)
        lastText.append(copying: text)
        lastTime.removeAll(keepingCapacity: true)
        time.write(to: &lastTime)
        isLastValid = Self.validSeconds.contains(time.microseconds / 1_000_000)
        return true
    }

    /// Writes the time that was read last, in RFC 3339.
    func write(to event: EventBuilder) {
        let time = lastTime
        event.string(time.span)
    }
}
