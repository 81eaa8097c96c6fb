internal import Perilune
package import PeriluneCore

/// A part of a case that a plugin understands, such as `crm = { before = …, after = … }`.
///
/// The test runner knows no plugin: the command passes the fixtures that its plugins need.
package protocol Fixture: Sendable {
    /// The field of the case.
    var field: String { get }
    /// The plugin in cases that don't speak of it.
    var plugin: any Plugin { get }
    /// Makes what the case says is there before.
    ///
    /// - Parameters:
    ///   - value: What stands in the case.
    ///   - folder: What names of files in it are relative to, with its slash.
    /// - Returns: What is there now.
    /// - Throws: What is wrong with the case.
    func open(_ value: Value, folder: String) async throws -> any OpenFixture
}

/// What a fixture made for one case.
package protocol OpenFixture: Sendable {
    /// The plugin that the case runs with.
    var plugin: any Plugin { get }
    /// Where what is there afterwards differs from what the case expects; paths begin below the field.
    func differences() async throws -> [Difference]
}

/// What tests run in: what a host has, but its scripts.
package struct TestEnvironment: Sendable {
    /// Plugins that every case has.
    package var plugins: [any Plugin]
    /// Plugins that cases say something about.
    package var fixtures: [any Fixture]
    /// Makes an event of a link.
    package var link: @Sendable (TestLink) -> Event

    package init(
        plugins: [any Plugin] = [], fixtures: [any Fixture] = [],
        link: @escaping @Sendable (TestLink) -> Event = Self.plainLink
    ) {
        self.plugins = plugins
        self.fixtures = fixtures
        self.link = link
    }

    /// The plugins of a host that no case says anything about.
    var usualPlugins: [any Plugin] { plugins + fixtures.map(\.plugin) }

    /// A codec of the plugins.
    func codec(_ name: String, _ options: Value) throws(PeriluneError) -> (any Codec)? {
        var registry = Registry()
        for plugin in usualPlugins { try registry.register(plugin) }
        return try registry.codec(name, options)
    }

    /// What a link is where no plugin knows links.
    package static let plainLink: @Sendable (TestLink) -> Event = { link in
        var data = Value.Members([("url", .string(link.url))])
        if let view = link.view { data["view"] = .string(view) }
        return Event(
            id: link.id, source: link.source, type: "link.url", time: link.time,
            data: .object(data))
    }
}

/// A link of a case: its URL, and the attributes of the event that is made of it.
///
/// `view` is where it was tapped; `nil` if the case does not say.
package struct TestLink: Sendable {
    package var url: String
    package var id: String
    package var source = "test"
    package var time: String?
    package var view: String?
}
