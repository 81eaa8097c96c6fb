import CGnuTLS
import Glibc
import PeriluneCore

/// The certificate of a server and its key, shared by all connections.
///
/// Unchecked: both objects are only read after they are created.
final class TLSCredentials: @unchecked Sendable {
    let certificate: gnutls_certificate_credentials_t
    let priorities: gnutls_priority_t
    /// A digest of both files.
    let fingerprint: String
    /// When the server's own certificate expires, in seconds since 1970.
    let expiry: Int

    /// Maximum size of a certificate file, in bytes.
    private static let longest = 1 << 20

    init(_ files: HTTPServerOptions.Certificate) throws(PeriluneError) {
        try SharedLibrary.gnutls.load()
        var chain = try Self.read(files.file, "certificate")
        var key = try Self.read(files.keyFile, "private key of the certificate")
        fingerprint = try SHA256.hexadecimal(chain + [0] + key)
        var certificate: gnutls_certificate_credentials_t?
        var priorities: gnutls_priority_t?
        gnutls_certificate_allocate_credentials(&certificate)
        expiry = Self.expiry(of: chain)
        gnutls_priority_init(&priorities, "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2", nil)
        guard let certificate, let priorities else {
            throw PeriluneError(.httpListen, "out of memory for a TLS server")
        }
        let status = chain.withUnsafeMutableBufferPointer { chain in
            key.withUnsafeMutableBufferPointer { key in
                var chain = gnutls_datum_t(data: chain.baseAddress, size: UInt32(chain.count))
                var key = gnutls_datum_t(data: key.baseAddress, size: UInt32(key.count))
                return gnutls_certificate_set_x509_key_mem(
                    certificate, &chain, &key, GNUTLS_X509_FMT_PEM)
            }
        }
        guard status >= 0 else {
            gnutls_certificate_free_credentials(certificate)
            gnutls_priority_deinit(priorities)
            throw PeriluneError(
                .httpCertificate, "cannot use the certificate", at: .init(file: files.file),
                hint: "check that the certificate and the key match")
        }
        self.certificate = certificate
        self.priorities = priorities
    }

    deinit {
        gnutls_certificate_free_credentials(certificate)
        gnutls_priority_deinit(priorities)
    }

    /// The expiry of the first certificate in a file; 0 if it cannot be read.
    private static func expiry(of chain: [UInt8]) -> Int {
        var chain = chain
        var first: gnutls_x509_crt_t?
        gnutls_x509_crt_init(&first)
        guard let first else { return 0 }
        defer { gnutls_x509_crt_deinit(first) }
        return chain.withUnsafeMutableBufferPointer { chain in
            var text = gnutls_datum_t(data: chain.baseAddress, size: UInt32(chain.count))
            guard gnutls_x509_crt_import(first, &text, GNUTLS_X509_FMT_PEM) >= 0 else { return 0 }
            return max(0, gnutls_x509_crt_get_expiration_time(first))
        }
    }

    private static func read(_ file: String, _ what: String) throws(PeriluneError) -> [UInt8] {
        func failure(_ reason: String) -> PeriluneError {
            PeriluneError(
                .httpCertificate, "cannot read the \(what): \(reason)", at: .init(file: file))
        }
        let descriptor = open(file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(systemMessage(errno)) }
        defer { close(descriptor) }
        var text: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            let count = Glibc.read(descriptor, &piece, piece.count)
            guard count >= 0 else { throw failure(systemMessage(errno)) }
            if count == 0 { return text }
            text += piece[..<count]
            guard text.count <= longest else {
                throw failure("the file is larger than \(longest) bytes")
            }
        }
    }
}
