internal import Perilune
package import PeriluneCore

/// A field of a case that a plugin handles, such as `crm = { before = …, after = … }`.
///
/// The test runner knows no plugins: the command passes the fixtures of its plugins.
package protocol Fixture: Sendable {
    /// The name of the field.
    var field: String { get }
    /// The plugin in cases without the field.
    var plugin: any Plugin { get }
    /// Creates what the case describes.
    ///
    /// - Parameters:
    ///   - value: The value of the field.
    ///   - folder: The folder that file names in it are relative to, with its slash.
    /// - Returns: The open fixture.
    /// - Throws: What is wrong with the case.
    func open(_ value: Value, folder: String) async throws -> any OpenFixture
}

/// The state of a fixture during one case.
package protocol OpenFixture: Sendable {
    /// The plugin that the case runs with.
    var plugin: any Plugin { get }
    /// The differences between the final state and the expected one; paths start below the field.
    func differences() async throws -> [Difference]
}

/// The environment of tests: everything a host has, except its scripts.
package struct TestEnvironment: Sendable {
    /// Plugins that every case uses.
    package var plugins: [any Plugin]
    /// The fixtures of plugins that cases can set up.
    package var fixtures: [any Fixture]
    /// Makes an event from a link.
    package var link: @Sendable (TestLink) -> Event

    package init(
        plugins: [any Plugin] = [], fixtures: [any Fixture] = [],
        link: @escaping @Sendable (TestLink) -> Event = Self.plainLink
    ) {
        self.plugins = plugins
        self.fixtures = fixtures
        self.link = link
    }

    /// All plugins, in the form for cases without fixtures.
    var usualPlugins: [any Plugin] { plugins + fixtures.map(\.plugin) }

    /// Makes a codec of the plugins; `nil` for `cloudevents` without options.
    func codec(_ name: String, _ options: Value) throws(PeriluneError) -> (any Codec)? {
        var registry = Registry()
        for plugin in usualPlugins { try registry.register(plugin) }
        return try registry.codec(name, options)
    }

    /// Makes an event from a link if no plugin handles links.
    package static let plainLink: @Sendable (TestLink) -> Event = { link in
        var data = Value.Members([("url", .string(link.url))])
        if let view = link.view { data["view"] = .string(view) }
        return Event(
            id: link.id, source: link.source, type: "link.url", time: link.time,
            data: .object(data))
    }
}

/// A link of a case: its URL, and the view it was tapped in.
///
/// `view` is `nil` if the case does not set it.
package struct TestLink: Sendable {
    package var url: String
    package var id: String
    package var source = "test"
    package var time: String?
    package var view: String?
}
