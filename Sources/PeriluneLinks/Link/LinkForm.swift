extension Link {
    /// Which of the known shapes a link has.
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

    /// The shape of the link.
    public var form: Form {
        let bytes = raw.utf8.span
        if let scheme = layout.scheme?.range {
            if LinkLayout.equalsFolded(bytes, scheme, "mstr") { return .mobile }
            if LinkLayout.equalsFolded(bytes, scheme, "mstripad") { return .pad }
            if LinkLayout.equalsFolded(bytes, scheme, "http")
                || LinkLayout.equalsFolded(bytes, scheme, "https")
            {
                return .web
            }
            return .other
        }
        var start = Int(layout.path.lower)
        for index in layout.path.range where bytes[index] == UInt8(ascii: "/") { start = index + 1 }
        let file = start..<Int(layout.path.upper)
        // The manual writes mstrWeb and mstrweb, Main.aspx and main.aspx.
        let isDocument =
            LinkLayout.equalsFolded(bytes, file, "main.aspx")
            || LinkLayout.equalsFolded(bytes, file, "mstrweb")
        return isDocument ? .document : .relative
    }

    /// Whether `+` in a parameter means a space.
    ///
    /// Forms on the Web encode a space as `+`, and Web links carry `Project=My+Project`, absolute
    /// or relative to a page. Mobile and foreign schemes never went through a form: there a plus
    /// is a plus, as in `tel:+1…` and `mstr://?x=C++`. The raw text is there for other tastes.
    public var plusIsSpace: Bool {
        guard let scheme = layout.scheme?.range else { return true }
        let bytes = raw.utf8.span
        return LinkLayout.equalsFolded(bytes, scheme, "http")
            || LinkLayout.equalsFolded(bytes, scheme, "https")
    }
}
