import PeriluneCore
import PeriluneHTTP

/// The destinations of pictures that the configuration allows.
struct Destinations: Sendable {
    private let folder: PictureFolder?
    private let mail: MailDestination?
    private let uploads: [UploadDestination]

    init(_ configuration: SharingConfiguration) throws(PeriluneError) {
        folder = try configuration.folder.map { path throws(PeriluneError) in
            try PictureFolder(path)
        }
        mail = try configuration.mail.map { mail throws(PeriluneError) in
            try MailDestination(mail)
        }
        uploads = try configuration.uploads.map { upload throws(PeriluneError) in
            try UploadDestination(upload)
        }
    }

    /// Throws where the delivery is not granted: by the configuration of pictures to anybody, or to this
    /// script by its grants.
    func check(_ delivery: PictureDelivery) throws(PeriluneError) {
        switch delivery.options.target {
        case .usual:
            guard let folder else { throw Self.notGranted("without a target", usable) }
            try delivery.asker.checkFolder(folder.path)
        case .file(let name, _):
            guard let folder else { throw Self.notGranted("to a file", usable) }
            try PictureFolder.check(name)
            try delivery.asker.checkFolder(folder.path)
        case .mail(let to, _, _):
            guard let mail else { throw Self.notGranted("by mail", usable) }
            try delivery.asker.checkRecipients(try mail.recipients(to))
        case .upload(let name): try delivery.asker.checkHost(try upload(name).scope)
        }
    }

    /// Delivers the picture; returns its location.
    func deliver(_ delivery: PictureDelivery) async throws(PeriluneError) -> Value.Members {
        try check(delivery)
        let picture = try delivery.picture()
        switch delivery.options.target {
        case .usual:
            let name = try delivery.fileName(picture)
            try folder?.write(picture.bytes, as: name, overwrites: false)
            return .init([("file", .string(name))])
        case .file(let wanted, let overwrites):
            let name = try PictureFolder.name(wanted, picture.format)
            try folder?.write(picture.bytes, as: name, overwrites: overwrites)
            return .init([("file", .string(name))])
        case .mail(let to, let subject, let text):
            try await mail?.send(
                picture, as: delivery.shortName(picture), to: to, subject: subject ?? delivery.view,
                text: text, id: try delivery.key)
            return .init()
        case .upload(let name):
            return try await upload(name).send(
                picture, as: try delivery.fileName(picture), id: try delivery.key)
        }
    }

    private func upload(_ name: String) throws(PeriluneError) -> UploadDestination {
        if let found = uploads.first(where: { $0.name == name }) { return found }
        let names = uploads.map(\.name)
        let meant = NearestName.suggestion(for: name, in: names)
        throw PeriluneError(
            "share.upload", "there is no upload '\(name)'\(meant)",
            hint: "the uploads are \(names.joined(separator: ", "))")
    }

    private var usable: String {
        var names: [String] = []
        if folder != nil { names.append("file") }
        if mail != nil { names.append("to") }
        if !uploads.isEmpty { names.append("upload") }
        return names.isEmpty ? "nothing" : names.joined(separator: ", ")
    }

    private static func notGranted(_ how: String, _ usable: String) -> PeriluneError {
        PeriluneError(
            "share.target", "pictures cannot be shared \(how); the configuration has \(usable)")
    }
}
