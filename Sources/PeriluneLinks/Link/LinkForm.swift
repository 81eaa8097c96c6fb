extension Link {
    /// The known forms of links.
    public enum Form: String, Hashable, Sendable {
        /// `mstr://…`: iPhone, iPad and Android.
        case mobile
        /// `mstripad://…`: the older scheme of the iPad.
        case pad
        /// `http://…` or `https://…`.
        case web
        /// `Main.aspx?…` or `mstrWeb?…` without a scheme: inside a document.
        case document
        /// Any other link without a scheme.
        case relative
        /// Any other scheme: `tel:`, `mailto:`, another app.
        case other
    }

    /// The form of the link.
    public var form: Form {
        switch parts.kind {
        case .mobile: return .mobile
        case .pad: return .pad
        case .http, .https: return .web
        case .ws, .wss, .ftp, .file, .other: return .other
        case .relative: break
        }
        // The manual writes mstrWeb and mstrweb, Main.aspx and main.aspx.
        let file = path.split(separator: "/", omittingEmptySubsequences: false).last?.lowercased()
        return file == "main.aspx" || file == "mstrweb" ? .document : .relative
    }

    /// Whether `+` in a parameter means a space, as in links of the Web.
    public var plusIsSpace: Bool { parts.plusIsSpace }
}
