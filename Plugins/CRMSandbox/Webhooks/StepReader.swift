import CRMPlugin
import PeriluneCore
import Synchronization

/// The registrations stored as rows; read again after any of them has changed.
final class StepReader: Sendable {
    private let cached = Mutex<[WebhookRegistration]?>(nil)

    /// The tables whose rows make a registration.
    static let tables: Set<String> = [
        "serviceendpoint", "sdkmessageprocessingstep", "sdkmessageprocessingstepimage",
        "sdkmessagefilter", "sdkmessage",
    ]

    /// Forgets what was read.
    func forget() { cached.withLock { $0 = nil } }

    func registrations(_ session: Session) throws(CRMFault) -> [WebhookRegistration] {
        if let known = cached.withLock({ $0 }) { return known }
        let read = try read(session)
        cached.withLock { $0 = read }
        return read
    }

    private func read(_ session: Session) throws(CRMFault) -> [WebhookRegistration] {
        var query = Query("sdkmessageprocessingstep")
        query.allColumns = true
        let steps = try session.query(query).entities
        guard !steps.isEmpty else { return [] }
        query = Query("sdkmessageprocessingstepimage")
        query.allColumns = true
        let images = try session.query(query).entities
        var found: [WebhookRegistration] = []
        for step in steps {
            guard var registration = try registration(of: step, session) else { continue }
            for image in images {
                guard case .reference(let owner)? = image["sdkmessageprocessingstepid"],
                    owner.id == step.id
                else { continue }
                registration.images.append(WebhookRegistration.Image(image))
            }
            found.append(registration)
        }
        return found
    }

    /// `nil` for a step that is off, or no webhook's.
    private func registration(
        of step: Entity, _ session: Session
    ) throws(CRMFault) -> WebhookRegistration? {
        guard let id = step.id, step["statecode", as: OptionSetValue.self]?.value ?? 0 == 0,
            case .reference(let handler)? = step["eventhandler"],
            handler.logicalName == "serviceendpoint",
            case .reference(let message)? = step["sdkmessageid"],
            let endpoint = try session.find("serviceendpoint", handler.id, .all),
            endpoint["contract", as: OptionSetValue.self]?.value == 8,
            let url = endpoint["url", as: String.self],
            let messageName = try session.find("sdkmessage", message.id, ["name"])?[
                "name", as: String.self]
        else { return nil }
        var entity = "*"
        if case .reference(let filter)? = step["sdkmessagefilterid"] {
            entity =
                try session.find("sdkmessagefilter", filter.id, ["primaryobjecttypecode"])?[
                    "primaryobjecttypecode", as: String.self] ?? "*"
        }
        var secret: String?
        // Clients may write it, but only the delivery reads it.
        let stored = try session.stored(session.layout("serviceendpoint"), handler.id)
        if case .string(let value)? = stored?["authvalue"] { secret = value }
        let authentication: WebhookAuthentication
        do throws(PeriluneError) {
            authentication = try WebhookAuthentication(
                type: endpoint["authtype", as: OptionSetValue.self]?.value,
                value: secret)
        } catch {
            throw CRMFault(
                .invalidArgument, "The authValue of a service endpoint is not valid XML.")
        }
        var found = WebhookRegistration(
            messageName, on: entity, to: url, authentication: authentication, id: id)
        found.isRow = true
        found.name = step["name", as: String.self] ?? found.name
        found.isSynchronous = step["mode", as: OptionSetValue.self]?.value ?? 0 == 0
        found.stage =
            step["stage", as: OptionSetValue.self]
            .flatMap { Operation.Stage(rawValue: Int($0.value)) } ?? .postOperation
        found.rank = step["rank", as: Int32.self].map { Int($0) } ?? 1
        found.deletesJob = step["asyncautodelete", as: Bool.self] ?? false
        found.filteringAttributes = Self.names(step["filteringattributes", as: String.self])
        return found
    }

    static func names(_ list: String?) -> Set<String> {
        Set(
            (list ?? "").split(separator: ",").map { name in
                name.filter { $0 != " " }.lowercased()
            })
    }
}

extension WebhookRegistration.Image {
    /// From a row: 0 is before, 1 after, 2 both.
    fileprivate init(_ row: Entity) {
        let type = row["imagetype", as: OptionSetValue.self]?.value ?? 2
        self.init(
            row["entityalias", as: String.self] ?? "image", before: type != 1, after: type != 0,
            attributes: StepReader.names(row["attributes", as: String.self]))
    }
}
