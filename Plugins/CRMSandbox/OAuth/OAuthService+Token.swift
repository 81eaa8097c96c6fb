import CRMPlugin
import PeriluneCore
import PeriluneHTTP

extension OAuthService {
    /// Issues a token if the form proves a right to it.
    func token(_ form: QueryPairs, _ path: OAuthPath, _ request: HTTPRequest) -> HTTPResponse {
        do throws(Refusal) {
            let credentials = Credentials(form, request)
            let grant = try grant(of: form, credentials)
            return try answer(grant, form, path, request)
        } catch {
            return error.response
        }
    }

    /// The reason for which no token is issued.
    struct Refusal: Error {
        var name: String
        var description: String
        var status = 400

        var response: HTTPResponse { .refusal(name, description, status: status) }
    }

    /// What the application says about itself: in the form, or as a user and password of HTTP.
    struct Credentials {
        var client: String
        var secret: String?

        init(_ form: QueryPairs, _ request: HTTPRequest) {
            client = form["client_id"] ?? ""
            secret = form["client_secret"]
            guard let field = request.headers["Authorization"],
                let encoded = field.split(separator: " ").last, field.hasPrefix("Basic "),
                let bytes = Base64.decode(encoded),
                let text = String(validating: bytes, as: UTF8.self),
                let colon = text.firstIndex(of: ":")
            else { return }
            client = PercentEncoding.decodeForm(text[..<colon]) ?? ""
            secret = PercentEncoding.decodeForm(text[text.index(after: colon)...])
        }
    }

    private func grant(
        of form: QueryPairs, _ credentials: Credentials
    ) throws(Refusal) -> TokenStore.Grant {
        guard !credentials.client.isEmpty else {
            throw Refusal(name: "invalid_request", description: "client_id is missing")
        }
        switch form["grant_type"] {
        case "client_credentials": return try application(credentials)
        case "password": return try passwordGrant(form, credentials)
        case "authorization_code": return try code(form, credentials)
        case "refresh_token":
            guard let text = form["refresh_token"], let grant = tokens.grant(text),
                case .refresh = grant.kind, grant.client == credentials.client
            else {
                throw Refusal(
                    name: "invalid_grant", description: "the refresh token has expired")
            }
            return grant
        case "device_code", "urn:ietf:params:oauth:grant-type:device_code":
            return try device(form["device_code"] ?? form["code"] ?? "", credentials)
        default:
            throw Refusal(
                name: "unsupported_grant_type", description: "unsupported grant_type")
        }
    }

    private func application(_ credentials: Credentials) throws(Refusal) -> TokenStore.Grant {
        let known = directory.applications.first { $0.client == credentials.client }
        guard let known, isSame(credentials.secret, known.secret) else {
            throw Refusal(
                name: "invalid_client",
                description: "unknown application, or wrong secret",
                status: 401)
        }
        return TokenStore.Grant(user: known.id, name: nil, client: known.client, kind: .access)
    }

    private func passwordGrant(
        _ form: QueryPairs, _ credentials: Credentials
    ) throws(Refusal) -> TokenStore.Grant {
        guard let user = user(named: form["username"] ?? ""),
            isSame(form["password"], user.password)
        else {
            throw Refusal(
                name: "invalid_grant", description: "wrong user name or password")
        }
        return TokenStore.Grant(
            user: user.id, name: user.name, client: credentials.client, kind: .access)
    }

    private func code(
        _ form: QueryPairs, _ credentials: Credentials
    ) throws(Refusal) -> TokenStore.Grant {
        guard let text = form["code"], let grant = tokens.redeem(text),
            case .code(let redirect, let challenge, _) = grant.kind,
            grant.client == credentials.client, form["redirect_uri"] == redirect
        else {
            throw Refusal(
                name: "invalid_grant",
                description:
                    "the code is invalid, was used before, or was issued to another application")
        }
        if let challenge {
            let verifier = Array((form["code_verifier"] ?? "").utf8)
            guard let digest = try? SHA256.digest(verifier),
                isEqualInConstantTime(
                    Array(Base64.encodeURL(digest).utf8), Array(challenge.utf8))
            else {
                throw Refusal(
                    name: "invalid_grant", description: "the code_verifier does not match")
            }
        }
        return grant
    }

    private func device(
        _ text: String, _ credentials: Credentials
    ) throws(Refusal) -> TokenStore.Grant {
        guard let grant = tokens.grant(text), case .device(_, let isApproved) = grant.kind,
            grant.client == credentials.client
        else {
            throw Refusal(name: "expired_token", description: "the device code is not valid")
        }
        guard isApproved else {
            throw Refusal(
                name: "authorization_pending", description: "the code has not been entered yet")
        }
        _ = tokens.redeem(text)
        return grant
    }

    private func answer(
        _ proved: TokenStore.Grant, _ form: QueryPairs, _ path: OAuthPath, _ request: HTTPRequest
    ) throws(Refusal) -> HTTPResponse {
        var grant = proved
        var nonce: String?
        if case .code(_, _, let given) = proved.kind { nonce = given }
        var members: [(String, Value)] = [("token_type", "Bearer")]
        let time = now().microseconds / 1_000_000
        do throws(PeriluneError) {
            grant.kind = .access
            let lifetime = Int64(directory.lifetime)
            let access = try tokens.issue(grant, seconds: directory.lifetime)
            if path.version == .v1 {
                members += [
                    ("expires_in", .string("\(lifetime)")),
                    ("ext_expires_in", .string("\(lifetime)")),
                    ("expires_on", .string("\(time + lifetime)")),
                    ("not_before", .string("\(time)")),
                    ("resource", .string(form["resource"] ?? root(of: request))),
                ]
            } else {
                members += [
                    ("expires_in", .integer(lifetime)), ("ext_expires_in", .integer(lifetime)),
                    ("scope", .string(form["scope"] ?? "")),
                ]
            }
            members.append(("access_token", .string(access)))
            if let name = grant.name {
                grant.kind = .refresh
                let refresh = try tokens.issue(grant, seconds: 14 * 86400)
                members.append(("refresh_token", .string(refresh)))
                let identity = IdentityToken(
                    issuer: issuer(path, request), client: grant.client, user: grant.user,
                    name: name, nonce: nonce, time: time, lifetime: lifetime)
                members += [
                    ("id_token", .string(identity.text)),
                    ("client_info", .string(identity.clientInfo)),
                ]
            }
        } catch {
            throw Refusal(name: "server_error", description: error.message, status: 500)
        }
        return .json(.object(.init(members)))
    }

    func user(named name: String) -> OAuthDirectory.User? {
        directory.users.first { $0.name.lowercased() == name.lowercased() }
    }

    private func isSame(_ given: String?, _ secret: Secret) -> Bool {
        isEqualInConstantTime(Array((given ?? "").utf8), Array(secret.reveal().utf8))
    }
}
