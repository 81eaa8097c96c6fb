import PeriluneCore
import PeriluneHTTP

/// An address on the Web that takes pictures.
struct UploadDestination: Sendable {
    let name: String
    /// The scope that the script must be granted.
    let scope: HTTPScope
    private let upload: SharingConfiguration.Upload
    private let client: HTTPClient

    init(_ upload: SharingConfiguration.Upload) throws(PeriluneError) {
        let target = try HTTPTarget(upload.url)
        guard target.origin.isSecure || Loopback.contains(target.origin.authority) else {
            throw PeriluneError(
                "share.configuration",
                "the upload '\(upload.name)' would go to another machine without encryption",
                hint: "use https://")
        }
        name = upload.name
        scope = HTTPScope(upload.method.rawValue, target.origin)
        self.upload = upload
        client = try HTTPClient(HTTPClientOptions(bodyLimit: 1 << 20, caFile: upload.caFile))
    }

    /// Uploads the picture; returns the status and the location that the server reports.
    func send(
        _ picture: Picture, as file: String, id: String
    ) async throws(PeriluneError) -> Value.Members {
        var headers = HTTPHeaders()
        headers["Content-Type"] = picture.format.mediaType
        // By it a server knows an upload that comes again after an interruption.
        headers["Idempotency-Key"] = id
        for header in upload.headers { headers[header.name] = header.secret.reveal() }
        let url =
            upload.url.hasSuffix("/") ? upload.url + PercentEncoding.component(file) : upload.url
        let response = try await client.send(
            HTTPClientRequest(
                upload.method.rawValue, url, headers: headers, body: picture.bytes,
                isAtMostOnce: upload.method == .post))
        guard (200..<300).contains(response.status) else {
            throw PeriluneError(
                "share.refused",
                "the server rejected the upload '\(name)' with status \(response.status)")
        }
        var answer = Value.Members([("status", .integer(Int64(response.status)))])
        if let place = response.headers["Location"], place.utf8.count <= 1000 {
            answer["location"] = .string(place)
        }
        return answer
    }
}
