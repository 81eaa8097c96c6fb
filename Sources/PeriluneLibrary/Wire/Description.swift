package import PeriluneCore

/// What a plugin brings, as it crosses the boundary.
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
    package var hasViews = false
    package var redacts = false

    /// A codec, or what makes sinks.
    package struct Named: Sendable {
        package let name: String
        package let summary: String
    }

    /// A delegate, without what it does.
    package struct DescribedDelegate: Sendable {
        package let name: String
        package let interests: Interests
        package let priority: Int
        package let ordering: Delegate.Ordering?
    }

    /// A default handler, without what it does.
    package struct DescribedHandler: Sendable {
        package let name: String
        package let types: [TypePattern]
    }

    /// A place where requests come in.
    package struct DescribedSource: Sendable {
        package let path: String
        package let bodyLimit: Int
        package let summary: String
        package let openness: String?
        package let warnings: [String]
    }

    /// A command, without what it does.
    package struct DescribedCommand: Sendable {
        package let name: String
        package let summary: String
        package let discussion: [String]
        package let operands: PluginCommand.Operands?
        package let options: [PluginCommand.Option]
    }

    /// A module whose functions know only whether they answer at once or later.
    package struct Module: Sendable {
        package let name: String
        package let summary: String
        package let fields: [HostModule.Field]
        package let grant: String?
        package let lua: String?
        package let delegateFunctions: [DelegateFunction]
        package let functions: [Function]
    }

    /// A function, without what it does.
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
