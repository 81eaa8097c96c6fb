// A link handler with its own default handling: `swift run LinkOpener rules/links.lua https://example.org/`.
//
// The plugin provides the default handling of a link; a script may replace the link, reject it, or leave it as it
// is. The decisions come back as effects, which this program carries out in one place.
import Glibc
import Perilune

/// Links of this program: events of the type `opener.link`, with the link in `data.url`.
struct Opener: Plugin, DefaultHandler {
    let name = "opener"
    let types: [TypePattern] = ["opener.link"]

    func register(in registry: inout Registry) { registry.add(self) }

    func isStock(_ event: any EventContent) -> Bool { true }

    func handle(
        _ event: any EventContent, url: String?, _ commander: Commander
    ) throws(PeriluneError) -> Bool {
        guard let url = url ?? event.string(at: "data.url") else { return false }
        guard url.hasPrefix("https://") || url.hasPrefix("http://") else {
            throw PeriluneError(
                "opener.scheme", "'\(url)' is no link of the Web",
                hint: "links begin with https:// or http://")
        }
        commander.effect("open", Value.Members([("url", .string(url))]))
        return true
    }
}

let arguments = CommandLine.arguments.dropFirst()
guard let script = arguments.first else {
    print("usage: LinkOpener SCRIPT URL...")
    exit(64)
}

let host = try await Host {
    Opener()
    try Script(script)
}
for (number, url) in arguments.dropFirst().enumerated() {
    let record = try await host.process(
        Event(
            id: "\(number + 1)", source: "opener", type: "opener.link",
            data: ["url": .string(url)]))
    for effect in record.effects where effect.kind == "open" {
        print("xdg-open '\(effect.details["url"]?.string ?? "")'")
    }
    if let reason = record.reason { print("# not opened: \(reason)") }
    if let error = record.error { print("# \(error.message)") }
}
