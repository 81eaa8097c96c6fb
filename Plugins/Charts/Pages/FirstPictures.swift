import PeriluneCore
import PeriluneDrawing
import Synchronization

/// The pictures that a page contains, so that a browser shows them before the scripts have run.
struct FirstPictures {
    let visit: Visit
    let dashboard: Dashboard
    let look: InitialLayout
    let cache: Cache

    /// The panels of the last pages of visitors who had not acted: all see the same.
    final class Cache: Sendable {
        struct Key: Hashable {
            var dashboard: String
            var look: InitialLayout
            var view: Visit.View
        }

        private let pages = Mutex<[(key: Key, html: String)]>([])
        private static let most = 8
        /// Pages whose pictures are being drawn.
        private let drawing = Mutex(0)
        private static let mostDrawing = 4

        /// Whether the pictures of one more page may be drawn; each is ended by ``end()``.
        func begin() -> Bool {
            drawing.withLock { count in
                guard count < Self.mostDrawing else { return false }
                count += 1
                return true
            }
        }

        func end() { drawing.withLock { $0 -= 1 } }

        func html(_ key: Key) -> String? {
            pages.withLock { $0.first { $0.key == key }?.html }
        }

        func keep(_ html: String, _ key: Key) {
            pages.withLock { pages in
                pages.removeAll { $0.key == key }
                pages.append((key, html))
                if pages.count > Self.most { pages.removeFirst() }
            }
        }
    }

    /// The time that a page waits for its pictures; its scripts request the missing ones.
    private static let patience = Duration.milliseconds(100)

    /// The pictures by item, as parts of a page.
    ///
    /// Empty while the pictures of many pages are being drawn, so that requests for pages cannot overload the server.
    func drawn() async -> [String: [UInt8]] {
        guard cache.begin() else { return [:] }
        let (pictures, continuation) = AsyncStream<(name: String, svg: [UInt8])>.makeStream()
        // Continue even if the page does not wait, so that the rows are ready for the page's scripts.
        Task {
            for (item, look) in zip(dashboard.items, look.panelStyles(of: dashboard))
            where item.hasPicture {
                guard let drawn = try? await visit.session.panel(item, look) else { continue }
                continuation.yield(
                    (item.name, drawn.scene.svg(prefix: "\(item.name.asIdentifier)-")))
            }
            continuation.finish()
            cache.end()
        }
        let timer = Task {
            try await Task.sleep(for: Self.patience)
            continuation.finish()
        }
        var drawn: [String: [UInt8]] = [:]
        for await picture in pictures { drawn[picture.name] = picture.svg }
        timer.cancel()
        return drawn
    }

    /// The panels of a page with their pictures; the scripts replace them.
    func html() async -> String {
        func key() async -> Cache.Key? {
            await visit.common.map {
                Cache.Key(dashboard: visit.name, look: look, view: $0)
            }
        }
        let before = await key()
        if let html = before.flatMap(cache.html) { return html }
        let drawn = await drawn()
        let html = html(drawn)
        // Unless something has changed since, or a picture is missing that may come later.
        if let before, drawn.count == dashboard.items.count(where: \.hasPicture),
            await key() == before
        {
            cache.keep(html, before)
        }
        return html
    }

    private func html(_ drawn: [String: [UInt8]]) -> String {
        dashboard.items.map { item in
            var picture = ""
            if let svg = drawn[item.name] {
                let text = String(decoding: svg, as: UTF8.self)
                // Only a file begins with a declaration.
                picture = text.firstRange(of: "<svg").map { String(text[$0.lowerBound...]) } ?? ""
            }
            guard item.hasPicture else {
                return
                    "<section class=\"panel controls\" data-item=\"\(item.name.asHTML)\"></section>\n"
            }
            return
                "<section class=\"panel\" data-item=\"\(item.name.asHTML)\"><div class=\"bar\"><h2>\(item.title.asHTML)</h2></div><div class=\"body busy\">\(picture)</div></section>\n"
        }.joined()
    }
}

extension Dashboard.Item {
    /// Panels of variables have inputs of the page instead.
    fileprivate var hasPicture: Bool { if case .panel = self { false } else { true } }
}
