import PeriluneCore

/// One picture on its way to somebody.
struct Errand: Sendable {
    /// What the script holds of the picture.
    let handle: Value
    /// Of the effect: the same errand once more has the same one.
    let identity: String
    let options: ShareOptions
    /// Looked up when it is sent: an errand that was carried out before needs no picture.
    let picture: @Sendable () throws(PeriluneError) -> Picture

    /// A name for the file: the view, and the identity of the picture.
    ///
    /// Whatever a view is called, of the name no more is left than letters, digits and dashes.
    func fileName(_ picture: Picture) -> String {
        let view = handle["view"]?.string ?? "screen"
        let id = handle["snapshot"]?.string ?? identity
        return "\(Self.plain(view, 60))-\(Self.plain(id, 100)).\(picture.format.rawValue)"
    }

    private static func plain(_ text: String, _ length: Int) -> String {
        let letters = text.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
        let words = String(letters.prefix(length)).split(separator: "-")
        return words.isEmpty ? "x" : words.joined(separator: "-")
    }
}

extension ShareOptions.Target {
    /// The name of a target, as options have it.
    var name: String {
        switch self {
        case .usual: "usual"
        case .file: "file"
        case .mail: "to"
        case .upload: "upload"
        }
    }
}
