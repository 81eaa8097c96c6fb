import PeriluneCore
import PeriluneHTTP

/// Finds the authority of an organization: a request without a token is refused with its address.
struct AuthorityDiscovery: Sendable {
    /// The root, without a slash at its end.
    let organization: String
    let send: HTTPSend

    /// The current Web API, then the endpoint of SDKs from 2015.
    private static let probes = [
        "/api/data/v9.2/", "/XRMServices/2011/Organization.svc/web?SdkClientVersion=6.1.0.533",
    ]

    func authority() async throws(PeriluneError) -> String {
        var status = 0
        for probe in Self.probes {
            let request = HTTPClientRequest(
                "GET", organization + probe, headers: [("Authorization", "Bearer")],
                timeout: .seconds(30))
            let response = try await send(request)
            status = response.status
            guard status == 401,
                let challenge = OAuthChallenge(response.headers.all("WWW-Authenticate"))
            else { continue }
            return try OAuthEndpoints.authority(of: challenge, organization: organization)
        }
        throw PeriluneError(
            "crm.authority",
            "the organization did not name its token authority (status \(status))",
            hint:
                "check that the URL is the root of an organization, or name the authority in the connection"
        )
    }
}
