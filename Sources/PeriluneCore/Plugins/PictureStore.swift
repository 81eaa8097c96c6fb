import Synchronization

/// Keeps the most recent pictures for the handles that scripts have.
///
/// Scripts, their state and the record only have handles. When the pictures exceed the limit, the oldest are removed;
/// using their handles is then an error.
public final class PictureStore: Sendable {
    private let limit: Int
    private let pictures = Mutex(Pictures())

    /// The key of a picture: an id is unique only within the source of its event.
    private struct Name: Hashable {
        let source: String
        let id: String
    }

    private struct Pictures {
        var byName: [Name: Picture] = [:]
        /// The pictures, the oldest first.
        var order: [Name] = []
        var bytes = 0

        mutating func remove(_ name: Name) {
            guard let picture = byName.removeValue(forKey: name) else { return }
            bytes -= picture.bytes.count
            order.removeAll { $0 == name }
        }
    }

    /// Makes a store.
    ///
    /// - Parameter limit: Bytes of all pictures together.
    public init(limit: Int = 64 << 20) { self.limit = limit }

    /// Keeps a picture under the id of the effect that took it.
    ///
    /// - Throws: `view.size` if the picture is larger than the limit.
    public func keep(_ picture: Picture, id: String, source: String) throws(PeriluneError) {
        guard picture.bytes.count <= limit else {
            throw PeriluneError(
                "view.size", "the picture has \(picture.bytes.count) bytes; the limit is \(limit)",
                hint: "reduce its size or scale")
        }
        let name = Name(source: source, id: id)
        pictures.withLock { pictures in
            pictures.remove(name)
            pictures.byName[name] = picture
            pictures.order.append(name)
            pictures.bytes += picture.bytes.count
            while pictures.bytes > limit, let oldest = pictures.order.first {
                pictures.remove(oldest)
            }
        }
    }

    /// The picture of an id, if it is still there.
    public func picture(id: String, source: String) -> Picture? {
        pictures.withLock { $0.byName[Name(source: source, id: id)] }
    }

    /// The picture of a handle.
    ///
    /// - Throws: `snapshot.gone` if there is no such picture, or it was removed.
    public func picture(
        of handle: PictureHandle, source: String
    ) throws(PeriluneError) -> Picture {
        if let picture = picture(id: handle.id, source: source) { return picture }
        throw PeriluneError(
            "snapshot.gone",
            "there is no picture '\(handle.id)': no views are open, or later pictures have replaced it",
            hint: "capture the picture in the event that uses it")
    }
}

/// The handle of a picture in a script: a table with `snapshot`, `format` and a description.
public struct PictureHandle: Hashable, Sendable {
    /// The id of the effect that took it.
    public let id: String

    /// Reads a handle; `nil` for any other value.
    public init?(_ value: Value) {
        guard let id = value["snapshot"]?.string, value["format"]?.string != nil else { return nil }
        self.id = id
    }
}
