import CRMPlugin
import CRMSandboxPlugin
import Glibc
import PeriluneCore
import PeriluneHTTP
@main struct Probe {
    static func main() async throws {
        let port = UInt16(CommandLine.arguments[1])!
        let organization = try Organization(path: ":memory:")
        let service = WebAPIService(organization, baseURL: "https://localhost:\(port)")
        let server = try HTTPServer(
            HTTPServerOptions(
                port: port,
                certificate: .init(file: "/tmp/webapi_tls/server.pem", keyFile: "/tmp/webapi_tls/key.pem"), headerLimit: 128 << 10,
                bodyLimit: { _ in 64 << 20 }), handler: service)
        print("serving", server.port)
        try await Task.sleep(for: .seconds(Int(CommandLine.arguments[2])!))
    }
}
