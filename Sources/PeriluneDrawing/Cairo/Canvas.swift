import CPeriluneDrawing
import Glibc
import PeriluneCore

/// Draws a scene with Cairo, into pixels or onto a page.
struct Canvas: ~Copyable {
    let canvas: OpaquePointer
    /// The patterns, by their fill.
    var patterns: [Paint.Fill: OpaquePointer] = [:]

    init(pixels width: Int32, _ height: Int32, scale: Double, isOpaque: Bool) throws(PeriluneError)
    {
        try DrawingLibraries.load()
        var made: OpaquePointer?
        try check(perilune_canvas_create_image(width, height, scale, !isOpaque, &made))
        canvas = try Self.unwrap(made)
    }

    init(page size: Size, title: String) throws(PeriluneError) {
        try DrawingLibraries.load()
        var made: OpaquePointer?
        // A zero byte would end the text.
        try check(
            perilune_canvas_create_pdf(size.width, size.height, OneLine.of(title), &made))
        canvas = try Self.unwrap(made)
    }

    private static func unwrap(_ made: OpaquePointer?) throws(PeriluneError) -> OpaquePointer {
        guard let made else { throw PeriluneError(.pictureFailed, "the canvas cannot be created") }
        return made
    }

    deinit {
        for pattern in patterns.values { perilune_pattern_destroy(pattern) }
        perilune_canvas_destroy(canvas)
    }

    mutating func draw(_ scene: Scene) throws(PeriluneError) {
        if scene.background.opacity > 0 {
            set(scene.background)
            fill([Rect(0, 0, scene.size.width, scene.size.height)])
        }
        try draw(scene.nodes)
    }

    /// Ends the drawing and returns the file.
    func finish(pixelsPerMetre: UInt32) throws(PeriluneError) -> [UInt8] {
        var result = perilune_bytes()
        try check(perilune_canvas_finish(canvas, pixelsPerMetre, &result))
        defer { free(result.bytes) }
        return Array(UnsafeBufferPointer(start: result.bytes, count: result.count))
    }

    private mutating func draw(_ nodes: [Node]) throws(PeriluneError) {
        for node in nodes {
            switch node {
            case .group(let group): try draw(group)
            case .mark(let mark): try draw(mark)
            case .text(let text): try draw(text)
            case .image(let image): try draw(image)
            }
        }
    }

    private mutating func draw(_ group: Group) throws(PeriluneError) {
        let (x, y) = (group.offset.x, group.offset.y)
        let opacity = max(0, group.opacity)
        if let clip = group.clip {
            withUnsafePointer(to: clip) {
                $0.withMemoryRebound(to: Double.self, capacity: 4) {
                    perilune_canvas_push(canvas, x, y, $0, opacity)
                }
            }
        } else {
            perilune_canvas_push(canvas, x, y, nil, opacity)
        }
        try draw(group.nodes)
        perilune_canvas_pop(canvas, opacity)
    }

    private func draw(_ text: Text) throws(PeriluneError) {
        guard !text.string.isEmpty else { return }
        set(text.color)
        var line = OneLine.of(text.string)
        let anchor =
            switch text.anchor {
            case .start: 0.0
            case .middle: 0.5
            case .end: 1.0
            }
        try Typesetter.shared.with(text.font) { font throws(PeriluneError) in
            let status = line.withUTF8 { utf8 in
                utf8.withMemoryRebound(to: CChar.self) {
                    perilune_canvas_text(
                        canvas, font, $0.baseAddress, $0.count, text.position.x, text.position.y,
                        anchor, text.rotation)
                }
            }
            try check(status)
        }
    }

    private func draw(_ image: Image) throws(PeriluneError) {
        let status = image.png.withUnsafeBufferPointer { png in
            withUnsafePointer(to: image.rect) {
                $0.withMemoryRebound(to: Double.self, capacity: 4) {
                    perilune_canvas_image(canvas, png.baseAddress, png.count, $0, image.cropsToFill)
                }
            }
        }
        try check(status)
    }
}
