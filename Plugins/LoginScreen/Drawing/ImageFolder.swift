import Glibc

/// The folder of the images that the property list names: PNG files, or an asset catalogue of Xcode.
struct ImageFolder: Sendable {
    private let path: String
    private static let mostBytes = 32 << 20
    private static let maximumEntries = 20

    init(_ path: String) { self.path = path }

    /// The PNG with a name; `nil` if there is none that can be read.
    func png(_ name: String) -> [UInt8]? {
        // A name comes from the file that is drawn, and must not lead out of the folder.
        guard !name.isEmpty, !name.hasPrefix("."), !name.contains("/"), !name.utf8.contains(0)
        else {
            return nil
        }
        if let bytes = Self.read("\(path)/\(name).png") { return bytes }
        let set = "\(path)/\(name).imageset"
        let files = Self.files(set).filter { $0.lowercased().hasSuffix(".png") }.sorted()
        // Of several scales, the last in order has the most pixels: a.png, a@2x.png, a@3x.png.
        return files.last.flatMap { Self.read("\(set)/\($0)") }
    }

    private static func files(_ folder: String) -> [String] {
        guard let stream = unsafe opendir(folder) else { return [] }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while names.count < maximumEntries, let entry = unsafe readdir(stream) {
            unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
                unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) { text in
                    names.append(unsafe String(cString: text))
                }
            }
        }
        return names
    }

    private static func read(_ path: String) -> [UInt8]? {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes: [UInt8] = []
        while bytes.count <= mostBytes {
            let part = unsafe [UInt8](unsafeUninitializedCapacity: 64 << 10) { room, count in
                count = unsafe max(0, Glibc.read(file, room.baseAddress, room.count))
            }
            if part.isEmpty { return bytes.starts(with: signature) ? bytes : nil }
            bytes += part
        }
        return nil
    }

    private static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
}
