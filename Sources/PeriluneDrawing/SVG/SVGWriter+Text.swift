/// The attributes that texts inherit.
struct TextStyle: Hashable {
    var font: Font
    var color: Color
    var anchor: Text.Anchor

    /// The initial values of SVG; no text has this font.
    static let initial = TextStyle(font: Font("", size: 0), color: .black, anchor: .start)

    init(font: Font, color: Color, anchor: Text.Anchor) {
        self.font = font
        self.color = color
        self.anchor = anchor
    }

    init(_ text: Text) { self.init(font: text.font, color: text.color, anchor: text.anchor) }

    /// The style of the first text, at any depth.
    static func first(in nodes: [Node]) -> TextStyle? {
        for node in nodes {
            switch node {
            case .text(let text): return TextStyle(text)
            case .group(let group): if let look = first(in: group.nodes) { return look }
            default: continue
            }
        }
        return nil
    }

    /// The style of the first text in a group with several texts, which is then written for the group.
    static func shared(in nodes: [Node]) -> TextStyle? {
        var found: TextStyle?
        for case .text(let text) in nodes {
            if let found { return found }
            found = TextStyle(text)
        }
        return nil
    }
}

extension SVGWriter {
    /// Writes the attributes that differ from the inherited ones.
    mutating func write(look: TextStyle) {
        let old = inherited
        if look.font.family != old.font.family {
            out.attribute(" font-family=\"", look.font.family)
        }
        if look.font.size != old.font.size { out.attribute(" font-size=\"", look.font.size) }
        if look.font.weight != old.font.weight {
            out.attribute(" font-weight=\"", look.font.weight.rawValue)
        }
        if look.font.isItalic != old.font.isItalic {
            if look.font.isItalic {
                out.raw(" font-style=\"italic\"")
            } else {
                out.raw(" font-style=\"normal\"")
            }
        }
        if look.font.isTabular != old.font.isTabular {
            if look.font.isTabular {
                out.raw(" font-variant=\"tabular-nums\"")
            } else {
                out.raw(" font-variant=\"normal\"")
            }
        }
        if look.color != old.color {
            out.attribute(" fill=\"", look.color)
            if look.color.opacity != old.color.opacity {
                out.attribute(" fill-opacity=\"", look.color.opacity)
            }
        }
        if look.anchor != old.anchor { out.attribute(" text-anchor=\"", look.anchor.rawValue) }
    }

    mutating func write(_ text: Text) {
        guard !text.string.isEmpty else { return }
        out.attribute("<text x=\"", text.position.x)
        out.attribute(" y=\"", text.position.y)
        write(look: TextStyle(text))
        if text.rotation != 0 {
            out.raw(" transform=\"rotate(")
            out.number(text.rotation)
            out.raw(" ")
            out.number(text.position.x)
            out.raw(" ")
            out.number(text.position.y)
            out.raw(")\"")
        }
        if text.string.hasOuterOrDoubleSpaces { out.raw(" xml:space=\"preserve\"") }
        out.raw(">")
        if let full = text.full, full != text.string {
            out.raw("<title>")
            out.escaped(full)
            out.raw("</title>")
        }
        out.escaped(text.string)
        out.raw("</text>\n")
    }

    mutating func write(_ image: Image) {
        out.attribute("<image x=\"", image.rect.x)
        out.attribute(" y=\"", image.rect.y)
        out.attribute(" width=\"", image.rect.width)
        out.attribute(" height=\"", image.rect.height)
        if image.cropsToFill {
            out.raw(" preserveAspectRatio=\"xMidYMid slice\"")
        } else {
            out.raw(" preserveAspectRatio=\"none\"")
        }
        if let label = image.label {
            out.raw(" role=\"img\"")
            out.attribute(" aria-label=\"", label)
        } else {
            out.raw(" aria-hidden=\"true\"")
        }
        out.raw(" href=\"data:image/png;base64,")
        out.base64(image.png)
        out.raw("\"/>\n")
    }
}

extension String {
    /// Whether XML would remove some of its spaces.
    fileprivate var hasOuterOrDoubleSpaces: Bool {
        var last = UInt8(ascii: " ")
        for byte in utf8 {
            if byte <= 0x20, last <= 0x20 { return true }
            last = byte
        }
        return last <= 0x20
    }
}
