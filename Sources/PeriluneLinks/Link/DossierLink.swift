import PeriluneCore

/// The dossier that a link of a library opens.
///
/// ```text
/// https://host/<context>/app/<project>/<dossier>/<page>
/// https://host/<context>/app/<project>/<dossier>/bookmarks?ids=<bookmark>
/// dossier://?url=<one of these, encoded>
/// ```
/// Projects and dossiers have ids of 32 hexadecimal digits.
public struct DossierLink: Hashable, Sendable {
    /// The id of the project, as written.
    public let project: String
    /// The id of the dossier, as written.
    public let dossier: String
    /// The key of the page, such as `K53--K46`; `nil` for the dossier as a whole.
    public let page: String?
    /// The id of the bookmark; `nil` without one.
    public let bookmark: String?
}

extension Link {
    /// The dossier that the link opens; `nil` for other links.
    public var dossier: DossierLink? {
        if scheme == "dossier", let inner = self["url"]?.value, let link = try? Link(inner) {
            return link.form == .web ? link.dossierOfLibrary : nil
        }
        return form == .web ? dossierOfLibrary : nil
    }

    private var dossierOfLibrary: DossierLink? {
        let segments = path.split(separator: "/").map {
            PercentEscapes.decode(String($0), plusIsSpace: false)
        }
        guard let app = segments.firstIndex(of: "app"), app > 0,
            (3...4).contains(segments.count - app), Self.isID(segments[app + 1]),
            Self.isID(segments[app + 2])
        else { return nil }
        let last = segments.count - app == 4 ? segments[app + 3] : nil
        return DossierLink(
            project: segments[app + 1], dossier: segments[app + 2],
            page: last == "bookmarks" ? nil : last,
            bookmark: last == "bookmarks" ? self["ids"]?.value : nil)
    }

    private static func isID(_ text: String) -> Bool {
        text.utf8.count == 32 && text.utf8.allSatisfy { $0.hexadecimalValue != nil }
    }
}
