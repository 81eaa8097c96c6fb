package import PeriluneCore

/// What a plugin in a library provides.
///
/// The library describes its plugin once, when it is loaded; the members correspond to the methods of ``Registry``.
/// Objects for which the description has only a name are created or called by this name later.
package struct Description: Sendable {
    package var name = ""
    package var version = ""
    package var summary = ""
    package var grants: [GrantKind] = []
    package var eventTypes: [EventType] = []
    package var modules: [Module] = []
    package var delegates: [DescribedDelegate] = []
    package var handlers: [DescribedHandler] = []
    /// The fields of the conditions.
    package var conditions: [String] = []
    package var sources: [DescribedSource] = []
    package var commands: [DescribedCommand] = []
    package var eventSources: [String] = []
    package var recordSinks: [String] = []
    package var sinkFactories: [Named] = []
    package var codecs: [Named] = []
    /// Whether it provides views.
    package var hasViews = false
    /// Whether it masks secrets; then it is called for each text that is shown.
    package var redacts = false

    /// A codec or a factory of sinks.
    package struct Named: Sendable {
        package let name: String
        package let summary: String
    }

    /// A delegate, without what it does: what the bus needs to order and route events to it.
    package struct DescribedDelegate: Sendable {
        package let name: String
        package let interests: Interests
        package let priority: Int
        package let ordering: Delegate.Ordering?
    }

    /// A default handler, without what it does, and the event types for which it is asked.
    package struct DescribedHandler: Sendable {
        package let name: String
        package let types: [TypePattern]
    }

    /// A place where requests come in, as in ``HTTPSource``.
    package struct DescribedSource: Sendable {
        package let path: String
        package let bodyLimit: Int
        package let summary: String
        package let authenticationHint: String?
        package let warnings: [String]
    }

    /// A command, without what it does: what its help shows.
    package struct DescribedCommand: Sendable {
        package let name: String
        package let summary: String
        package let discussion: [String]
        package let operands: PluginCommand.Operands?
        package let options: [PluginCommand.Option]
    }

    /// A module; for each function, it has only whether the function returns immediately or later.
    ///
    /// `grant` is the kind of grant that a script needs to require it, and `lua` the source of the part in Lua; both
    /// are `nil` if there is none.
    package struct Module: Sendable {
        package let name: String
        package let summary: String
        package let fields: [HostModule.Field]
        package let grant: String?
        package let lua: String?
        package let delegateFunctions: [DelegateFunction]
        package let functions: [Function]
    }

    /// A function, without what it does: what its documentation and the checks of calls need.
    package struct Function: Sendable {
        package let name: String
        package let summary: String
        package let parameters: [HostFunction.Parameter]
        package let returns: String?
        package let kind: Kind

        /// How it is called.
        package enum Kind: String, Sendable, CaseIterable {
            case sync, async, native
        }
    }

    init() {}
}
