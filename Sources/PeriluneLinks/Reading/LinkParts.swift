/// The ranges of a link's parts in a text.
///
/// The text is the link itself if it is canonical, else its canonical form.
package struct LinkParts: Sendable {
    /// A half-open range of byte offsets in 8 bytes, because parts are copied often.
    package struct ByteRange: Sendable {
        package var lower: UInt32
        package var upper: UInt32

        @inlinable @inline(__always)
        package init(_ lower: Int, _ upper: Int) {
            self.lower = UInt32(truncatingIfNeeded: lower)
            self.upper = UInt32(truncatingIfNeeded: upper)
        }

        /// The range as a `Range`, for subscripts.
        @inlinable @inline(__always)
        package var range: Range<Int> {
            unsafe Range(uncheckedBounds: (Int(lower), Int(upper)))
        }
    }

    /// The grammar of a link: that of the SDK, of the URL standard, or of a reference relative to a page.
    package enum Kind: UInt8, Sendable {
        /// `mstr:`, `mstripad:`
        case mobile, pad
        case http, https, ws, wss, ftp, file
        case other
        /// Without a scheme.
        case relative

        init(_ special: SpecialScheme?, _ scheme: String) {
            switch special {
            case .http: self = .http
            case .https: self = .https
            case .ws: self = .ws
            case .wss: self = .wss
            case .ftp: self = .ftp
            case .file: self = .file
            case nil: self = scheme == "mstr" ? .mobile : scheme == "mstripad" ? .pad : .other
            }
        }

        /// Whether the scheme is `mstr:` or `mstripad:`, whose links the SDK reads.
        package var isMobile: Bool { self == .mobile || self == .pad }

        /// Whether backslashes are separators and the host is a domain: in special schemes and in relative links.
        package var isSpecial: Bool {
            switch self {
            case .http, .https, .ws, .wss, .ftp, .file, .relative: true
            case .mobile, .pad, .other: false
            }
        }

        var defaultPort: UInt16? {
            switch self {
            case .http, .ws: 80
            case .https, .wss: 443
            case .ftp: 21
            case .mobile, .pad, .file, .other, .relative: nil
            }
        }
    }

    /// The grammar.
    package var kind: Kind
    /// Without its colon, in upper or lower case.
    package var scheme: ByteRange?
    /// User, password, host and port.
    package var authority: ByteRange?
    /// The host, in lower case unless the scheme allows any host.
    ///
    /// `nil` if there is none, empty in `mstr://?evt=1`.
    package var host: ByteRange?
    /// The port that a client connects to, if it is known.
    package var port: UInt16?
    /// Everything between the authority and the query.
    package var path = ByteRange(0, 0)
    /// Without the question mark.
    package var query: ByteRange?
    /// Without the `#`.
    package var fragment: ByteRange?
    /// Whether the query follows `//` without a question mark, as in some printed examples.
    package var lacksQuestionMark = false

    init(kind: Kind) { self.kind = kind }

    /// The parts of an invalid link: its scheme, and the rest as a path.
    init(unread bytes: Span<UInt8>) {
        let colon = Self.endOfScheme(bytes)
        self.init(kind: colon.map { Self.kind(of: bytes, before: $0) } ?? .relative)
        scheme = colon.map { ByteRange(0, $0) }
        path = ByteRange(colon.map { $0 + 1 } ?? 0, bytes.count)
    }

    /// Whether `+` in a parameter means a space.
    ///
    /// Web forms encode a space as `+`, so Web links contain `Project=My+Project`, absolute or relative to a page.
    /// Links with mobile and foreign schemes do not come from forms: there, a plus is a plus, as in `tel:+1…` and
    /// `mstr://?x=C++`.
    @inline(__always)
    package var plusIsSpace: Bool { kind == .http || kind == .https || kind == .relative }

    /// The schemes of pages on the Web.
    package static let schemesOfPages = ["http", "https"]

    /// Whether the link takes the scheme of its page: `//host/`.
    package var mayHaveSchemeOfPage: Bool { kind == .relative && host != nil }

    /// The range of the host for comparisons; `nil` if it is missing or empty.
    ///
    /// It excludes the dot at the end of a domain name: `example.com.` is the same machine.
    package func comparedHost(_ text: Span<UInt8>) -> Range<Int>? {
        guard let host, host.lower < host.upper else { return nil }
        let last = Int(host.upper) - 1
        if text[last] == UInt8(ascii: "."), kind.isSpecial, host.lower < last {
            return Int(host.lower)..<last
        }
        return host.range
    }

    /// The IPv4 address of an IPv4-mapped IPv6 address; `nil` for any other host.
    package func mappedAddress(_ text: Span<UInt8>) -> String? {
        guard let host, host.lower < host.upper, text[Int(host.lower)] == UInt8(ascii: "[") else {
            return nil
        }
        return MappedAddress.ipv4(of: host.range.map { text[$0] })
    }

    /// The offset of the colon after the scheme.
    static func endOfScheme(_ bytes: Span<UInt8>) -> Int? {
        guard bytes.count > 1, bytes[0].isASCIILetter else { return nil }
        for index in 1..<bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: ":") { return index }
            guard byte.isSchemeByte else { return nil }
        }
        return nil
    }
}
