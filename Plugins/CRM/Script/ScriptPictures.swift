import PeriluneCore
import PeriluneHTTP

/// Replaces pictures in the values of a script: a table that `snapshot.capture` returned stands for the file.
///
/// The organization gets the file as Base64, the form in which CRM stores files (`documentbody`). The record and the
/// ledger contain the table, which is short.
struct ScriptPictures: Sendable {
    private let store: PictureStore

    init(_ store: PictureStore) { self.store = store }

    /// The value with each picture replaced by its file.
    func files(in value: Value, _ call: AsyncHostCall) throws(PeriluneError) -> Value {
        switch value {
        case .array(let elements):
            return .array(
                try elements.map { element throws(PeriluneError) in try files(in: element, call) })
        case .object(let members):
            if let handle = PictureHandle(value) { return .string(try file(of: handle, call)) }
            return .object(
                .init(
                    try members.pairs.map { member throws(PeriluneError) in
                        (member.name, try files(in: member.value, call))
                    }))
        default: return value
        }
    }

    private func file(
        of handle: PictureHandle, _ call: AsyncHostCall
    ) throws(PeriluneError) -> String {
        // A dry run takes no pictures.
        if call.isDryRun, store.picture(id: handle.id, source: call.source) == nil { return "" }
        return Base64.encode(try store.picture(of: handle, source: call.source).bytes)
    }
}
