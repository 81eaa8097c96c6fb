import PeriluneCore
import PeriluneHTTP

/// The delivery of one picture.
struct PictureDelivery: Sendable {
    /// The script's handle of the picture.
    let handle: Value
    /// The source of the event, within which its id is unique.
    let source: String
    /// The identity of the effect, which a repeated delivery has too.
    let identity: String
    let options: ShareOptions
    let asker: RequestingScript
    /// Looked up when it is sent: an delivery that was carried out before needs no picture.
    let picture: @Sendable () throws(PeriluneError) -> Picture

    /// The name of the pictured view in the script.
    var view: String { handle["view"]?.string ?? "screen" }

    /// The key by which a receiver recognizes a delivery that is repeated after an interruption.
    var key: String {
        get throws(PeriluneError) {
            try IdempotencyKey.make(source: source, identity: identity)
        }
    }

    /// A readable file name, from the view alone.
    ///
    /// Only letters, digits and dashes of the view's name are kept.
    func shortName(_ picture: Picture) -> String {
        "\(Self.fileNamePart(view, 60)).\(picture.format.rawValue)"
    }

    /// A name that no other picture has: the view, the picture's id, and what tells sources apart.
    func fileName(_ picture: Picture) throws(PeriluneError) -> String {
        let id = handle["snapshot"]?.string ?? identity
        let digits = try SHA256.hexadecimal(Array("\(source)\n\(id)".utf8)).prefix(8)
        return
            "\(Self.fileNamePart(view, 60))-\(Self.fileNamePart(id, 100))-\(digits).\(picture.format.rawValue)"
    }

    private static func fileNamePart(_ text: String, _ length: Int) -> String {
        let letters = text.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
        let words = String(letters.prefix(length)).split(separator: "-")
        return words.isEmpty ? "x" : words.joined(separator: "-")
    }
}
