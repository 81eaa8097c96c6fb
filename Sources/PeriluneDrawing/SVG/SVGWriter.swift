/// Writes a scene as SVG with presentation attributes only, because a page's policy may forbid styles.
struct SVGWriter: ~Copyable {
    var out = SVGBuffer()
    var definitions: SVGDefinitions
    /// The text style that is inherited from the enclosing groups.
    var inherited = TextStyle.initial
    /// Whether the marks of the current chart are buttons.
    var hasButtons = true
    /// Whether the next button is the tab stop.
    var isTabStop = true
    /// The label of the series around the marks.
    var series: String?

    /// - Parameter prefix: The prefix of every identifier, so that several documents can be in one page.
    init(prefix: String) { definitions = SVGDefinitions(prefix: prefix) }

    mutating func write(_ scene: Scene) {
        out.raw("<svg xmlns=\"http://www.w3.org/2000/svg\"")
        out.attribute(" width=\"", scene.size.width)
        out.attribute(" height=\"", scene.size.height)
        out.raw(" viewBox=\"0 0 ")
        out.number(scene.size.width)
        out.raw(" ")
        out.number(scene.size.height)
        out.raw("\"")
        out.attribute(" lang=\"", scene.language)
        out.raw(" role=\"graphics-document\"")
        out.attribute(" aria-roledescription=\"", scene.kind)
        if !scene.title.isEmpty {
            out.attribute(" aria-labelledby=\"", definitions.prefix + "title")
        }
        if !scene.description.isEmpty {
            out.attribute(" aria-describedby=\"", definitions.prefix + "desc")
        }
        let look = TextStyle.first(in: scene.nodes)
        if let look { write(look: look) }
        out.raw(">\n")
        inherited = look ?? inherited
        heading(scene)
        if scene.background.opacity > 0 {
            out.attribute("<rect width=\"", scene.size.width)
            out.attribute(" height=\"", scene.size.height)
            fill(.color(scene.background))
            out.raw("/>\n")
        }
        hasButtons = Identities.areFew(in: scene.nodes)
        write(scene.nodes)
        definitions.write(into: &out)
        out.raw("</svg>\n")
    }

    private mutating func heading(_ scene: Scene) {
        if !scene.title.isEmpty {
            out.attribute("<title id=\"", definitions.prefix + "title")
            out.raw(">")
            out.escaped(scene.title)
            out.raw("</title>\n")
        }
        if !scene.description.isEmpty {
            out.attribute("<desc id=\"", definitions.prefix + "desc")
            out.raw(">")
            out.escaped(scene.description)
            out.raw("</desc>\n")
        }
    }

    mutating func write(_ group: Group) {
        out.raw("<g")
        switch group.role {
        case .decoration: out.raw(" aria-hidden=\"true\"")
        case .group: break
        default: out.attribute(" data-role=\"", group.role.rawValue)
        }
        if let label = group.label, group.role != .decoration {
            out.raw(" role=\"group\"")
            out.attribute(" aria-label=\"", label)
        }
        for fact in group.data { data(fact) }
        if group.offset != Point(0, 0) {
            out.raw(" transform=\"translate(")
            out.number(group.offset.x)
            out.raw(" ")
            out.number(group.offset.y)
            out.raw(")\"")
        }
        if group.opacity < 1 { out.attribute(" opacity=\"", max(0, group.opacity)) }
        if let clip = group.clip {
            out.raw(" clip-path=\"url(#")
            out.escaped(definitions.clip(clip))
            out.raw(")\"")
        }
        let outer = (inherited, hasButtons, isTabStop, series)
        if let look = TextStyle.shared(in: group.nodes) {
            write(look: look)
            inherited = look
        }
        if group.role == .chart || group.role == .table {
            hasButtons = Identities.areFew(in: group.nodes)
            isTabStop = true
        }
        if group.role == .series { series = group.label }
        out.raw(">\n")
        write(group.nodes)
        out.raw("</g>\n")
        if group.role == .chart || group.role == .table {
            (hasButtons, isTabStop) = (outer.1, outer.2)
        }
        (inherited, series) = (outer.0, outer.3)
    }

    /// Writes ` data-name="value"`, with only valid characters in the name.
    private mutating func data(_ fact: DataAttribute) {
        out.raw(" data-")
        for byte in fact.name.lowercased().utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                out.byte(byte)
            default: out.byte(UInt8(ascii: "-"))
            }
        }
        out.attribute("=\"", fact.value)
    }
}

extension Scene {
    /// Writes the scene as an SVG document; the same scene gives the same bytes.
    ///
    /// - Parameter prefix: The prefix of every identifier; each document in a page needs its own.
    /// - Returns: The bytes of the document.
    package func svg(prefix: String = "p-") -> [UInt8] {
        var writer = SVGWriter(prefix: prefix)
        writer.write(self)
        return writer.out.bytes
    }

    /// The kind of picture, in one word.
    var kind: String {
        for case .group(let group) in nodes {
            switch group.role {
            case .dashboard, .diagram, .screen, .table: return group.role.rawValue
            default: continue
            }
        }
        return "chart"
    }
}
