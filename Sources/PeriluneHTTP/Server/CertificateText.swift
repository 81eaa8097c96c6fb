import Glibc
import PeriluneCore

/// The text of certificate files, in memory that C may keep.
final class CertificateText {
    let chain: UnsafeMutableRawPointer
    let key: UnsafeMutableRawPointer
    /// TLS 1.2 and later.
    let priorities: UnsafeMutableRawPointer

    /// No certificate is longer; a file that is, is something else.
    private static let longest = 1 << 20

    init(_ files: HTTPServerOptions.Certificate) throws(PeriluneError) {
        let chain = try Self.read(files.file)
        let key = try Self.read(files.keyFile)
        self.chain = Self.copy(chain)
        self.key = Self.copy(key)
        priorities = Self.copy(Array("NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2".utf8))
    }

    deinit {
        chain.deallocate()
        key.deallocate()
        priorities.deallocate()
    }

    private static func copy(_ text: [UInt8]) -> UnsafeMutableRawPointer {
        let memory = UnsafeMutableRawBufferPointer.allocate(
            byteCount: text.count + 1, alignment: 1)
        memory.copyBytes(from: text + [0])
        return memory.baseAddress.unsafelyUnwrapped
    }

    private static func read(_ file: String) throws(PeriluneError) -> [UInt8] {
        let descriptor = open(file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failed(file) }
        defer { close(descriptor) }
        var text: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            let count = Glibc.read(descriptor, &piece, piece.count)
            guard count >= 0, text.count + count <= longest else { throw failed(file) }
            if count == 0 { return text }
            text += piece[..<count]
        }
    }

    private static func failed(_ file: String) -> PeriluneError {
        PeriluneError(
            .httpListen,
            "can't read the certificate or key: \(systemMessage(errno))",
            at: .init(file: file))
    }
}
