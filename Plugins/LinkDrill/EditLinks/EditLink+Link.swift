import PeriluneCore
public import PeriluneLinks

extension EditLinks {
    /// Whether a text is a document of edit links, and no other link: it begins with the element `ud`.
    static func isDocument(_ text: Span<UInt8>) -> Bool {
        var index = 0
        while index < text.count, text[index] <= UInt8(ascii: " ") { index += 1 }
        guard index + 3 < text.count, text[index] == UInt8(ascii: "<"),
            text[index + 1] == UInt8(ascii: "u"), text[index + 2] == UInt8(ascii: "d")
        else { return false }
        let next = text[index + 3]
        return next <= UInt8(ascii: " ") || next == UInt8(ascii: ">") || next == UInt8(ascii: "/")
    }

    /// Parses a document of edit links and returns the link that it stands for; `nil` for other texts.
    ///
    /// - Throws: The error in the document, or `editlinks.target` if it stands for no link.
    static func followed(
        _ text: String
    ) throws(PeriluneError) -> (document: EditLinks, link: Link)? {
        guard isDocument(text.utf8.span) else { return nil }
        let document = try EditLinks(xml: text)
        return (document, try document.followed())
    }

    /// The link that a document of edit links stands for; `nil` for other texts, and for a document without one.
    public static func link(of text: String) -> Link? { try? followed(text)?.link }

    /// The link that is followed if the user does not choose one.
    ///
    /// - Throws: `editlinks.target` if there is none.
    func followed() throws(PeriluneError) -> Link {
        guard let text = defaultLink?.link else {
            throw PeriluneError(
                "editlinks.target",
                defaultLink == nil
                    ? "the edit links have no link"
                    : "the edit link has no target that a link can name",
                hint: "a link needs url, or tid with ttp 3 (report), 8 (folder) or 55 (document)")
        }
        guard !Self.isDocument(text.utf8.span) else {
            throw PeriluneError(
                "editlinks.target", "the url of an edit link is a document of edit links",
                hint: "write the link itself")
        }
        let link = try Link(text)
        if let problem = link.problem {
            throw PeriluneError(
                "editlinks.target", "the url of an edit link is invalid: \(problem)",
                hint: "a browser does not open it")
        }
        return link
    }
}

extension EditLink {
    /// The link that following the edit link opens: its address, or the event that runs its target.
    ///
    /// `nil` for a target that is no report, document or folder.
    public var link: String? {
        if let url, !url.isEmpty, type == .url || target == nil { return url }
        guard let target, !target.isEmpty, let event = targetType.flatMap({ Self.events[$0] })
        else {
            return nil
        }
        return "mstr://?evt=\(event.number)&\(event.parameter)=\(PercentEscapes.encode(target))"
    }

    private static let events: [EditLinkObjectType: (number: Int, parameter: String)] = [
        .report: (4001, "reportID"), .document: (2_048_001, "documentID"),
        .folder: (2001, "folderID"),
    ]
}
