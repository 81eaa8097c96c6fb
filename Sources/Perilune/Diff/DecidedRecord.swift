internal import PeriluneCore
internal import PeriluneJSON

/// A parsed record; two versions with the same record share it.
final class DecidedRecord {
    let event: String
    let type: String
    let by: String?
    /// The number of emitted values.
    let emitted: Int
    private let outcome: JSONTree?
    private let reason: JSONTree?
    private let redirect: JSONTree?
    private let parts: JSONTree?
    /// The code and the message, without the place, which changes with every edit of the script.
    private let error: JSONTree?
    private let effects: [JSONTree]

    /// Parses the records of a line.
    static func read(
        _ bytes: ArraySlice<UInt8>, with parser: JSONParser
    ) throws(PeriluneError) -> [DecidedRecord] {
        var records: [DecidedRecord] = []
        for line in bytes.nonEmptyLines {
            records.append(DecidedRecord(try parser.tree(of: Array(line))))
        }
        return records
    }

    private init(_ record: JSONTree) {
        event = record["event"]?.string ?? ""
        type = record["type"]?.string ?? ""
        outcome = record["outcome"]
        by = record["by"]?.string
        reason = record["reason"]
        redirect = record["redirect"]
        parts = record["parts"]
        error = record["error"].map { error in
            .object(
                ["code", "message"].compactMap { name in
                    error[name].map { JSONTree.Member(name, $0) }
                })
        }
        effects = record["effects"]?.elements ?? []
        emitted = record["emitted"]?.integer ?? 0
    }

    /// Adds the differences to the record of another version.
    func compare(with new: DecidedRecord, _ found: inout FieldDifferences) {
        if new === self { return }
        found.compare("outcome", outcome, new.outcome)
        found.compare("by", by.map { .string($0) }, new.by.map { .string($0) })
        found.compare("reason", reason, new.reason)
        found.compare("redirect", redirect, new.redirect)
        found.compare("parts", parts, new.parts)
        found.compare("error", error, new.error)
        found.compareEffects(effects, new.effects)
    }
}
