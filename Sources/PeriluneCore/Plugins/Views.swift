import Synchronization

/// Provides views and draws pictures of them: a dashboard's session, a login screen.
///
/// It connects plugins: the one that captures a view does not know the one that draws it.
public protocol ViewProvider: Sendable {
    /// The names of the views that it can show now, in order.
    var views: [String] { get async }
    /// Takes a picture.
    ///
    /// - Returns: The picture, or `nil` if it has no view of that name.
    /// - Throws: What is wrong with the request or with the view.
    func picture(_ request: PictureRequest) async throws -> Picture?
}

/// A request for a picture of a view.
public struct PictureRequest: Sendable, Hashable {
    /// The name of the view.
    public var view: String
    /// The file format.
    public var format: Picture.Format
    /// Width in points of 1/72 inch at scale 1; `nil` for the view's own.
    public var width: Double?
    /// Height in points of 1/72 inch at scale 1; `nil` for the view's own.
    public var height: Double?
    /// Pixels for each point, for PNG.
    public var scale: Double
    /// The name of a theme, or a table of changes to one; `nil` for the view's own.
    public var theme: Value?
    /// A locale, such as `de_DE`; `nil` for the view's own.
    public var locale: String?
    /// The orientation; `nil` for the view's own.
    public var orientation: Orientation?
    /// The annotations of the picture, in the form in which scripts write them.
    public var annotations: [Value]

    /// The orientation of a screen.
    public enum Orientation: String, Sendable, Hashable, CaseIterable {
        case landscape, portrait
    }

    /// Asks for a picture of a view.
    public init(
        _ view: String, format: Picture.Format = .png, width: Double? = nil,
        height: Double? = nil, scale: Double = 1, theme: Value? = nil, locale: String? = nil,
        orientation: Orientation? = nil, annotations: [Value] = []
    ) {
        self.view = view
        self.format = format
        self.width = width
        self.height = height
        self.scale = scale
        self.theme = theme
        self.locale = locale
        self.orientation = orientation
        self.annotations = annotations
    }
}

/// A picture of a view, as the contents of a file.
public struct Picture: Sendable, Hashable {
    /// The bytes of the file.
    public var bytes: [UInt8]
    /// The file format.
    public var format: Format
    /// The width, in pixels for PNG, else in points.
    public var width: Int
    /// The height, in the same unit.
    public var height: Int
    /// A description of the picture, for screen readers.
    public var alternative: String

    /// A file format of pictures.
    public enum Format: String, Sendable, Hashable, CaseIterable {
        case svg, png, pdf

        /// The media type, for `Content-Type`.
        public var mediaType: String {
            switch self {
            case .svg: "image/svg+xml"
            case .png: "image/png"
            case .pdf: "application/pdf"
            }
        }
    }

    /// Makes a picture.
    public init(bytes: [UInt8], format: Format, width: Int, height: Int, alternative: String) {
        self.bytes = bytes
        self.format = format
        self.width = width
        self.height = height
        self.alternative = alternative
    }
}

/// The views of a host.
///
/// Plugins add their providers when they register; scripts draw views while events are processed.
public final class ViewDirectory: Sendable {
    /// The pictures for which scripts have handles.
    public let taken = PictureStore()
    private let providers = Mutex<[any ViewProvider]>([])

    /// Creates a directory without views.
    public init() {}

    /// Adds a provider; of several views with the same name, the first one counts.
    public func add(_ provider: any ViewProvider) {
        providers.withLock { $0.append(provider) }
    }

    /// Whether no plugin provides views; a capture is then only recorded.
    public var isEmpty: Bool { providers.withLock(\.isEmpty) }

    /// The names of all views, in order.
    public var views: [String] {
        get async {
            var names: [String] = []
            for provider in providers.withLock({ $0 }) { names += await provider.views }
            return names
        }
    }

    /// Draws a picture of a view.
    ///
    /// - Throws: `view.unknown`, or the error of the view's provider.
    public func picture(_ request: PictureRequest) async throws -> Picture {
        for provider in providers.withLock({ $0 }) {
            if let picture = try await provider.picture(request) { return picture }
        }
        throw Self.unknown(request.view, among: await views)
    }

    /// The error for an unknown view; the message lists the names, because scripts see no hints.
    private static func unknown(_ view: String, among names: [String]) -> PeriluneError {
        guard !names.isEmpty else {
            return PeriluneError(
                "view.unknown", "there is no view '\(view)': no views are loaded")
        }
        let shown = names.prefix(mostShown).joined(separator: ", ")
        let rest = names.count > mostShown ? " and \(names.count - mostShown) more" : ""
        // Parts of views can also be given by their own names: `sales/Orders` as `Orders`.
        let parts = names.compactMap { $0.split(separator: "/").dropFirst().last.map(String.init) }
        let meant = NearestName.suggestion(for: view, in: names + parts)
        return PeriluneError(
            "view.unknown", "there is no view '\(view)'\(meant); the views are \(shown)\(rest)")
    }

    private static let mostShown = 20
}
