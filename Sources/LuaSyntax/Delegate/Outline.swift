/// The structure of a delegate's file, for tools that describe it or link to its parts.
package struct Outline: Sendable {
    /// A function of the delegate.
    package struct Function: Sendable {
        /// The name of its field.
        package let name: String
        /// The position of the name.
        package let position: Position
        /// Whether it receives the delegate first: declared with a colon or with `self`.
        package let takesSelf: Bool
        /// The parameters after `self`.
        package let parameters: [String]
    }

    /// A field that is not a function, such as `on` or `evt`.
    package struct Field: Sendable {
        /// The name.
        package let name: String
        /// The position of the name.
        package let position: Position
        /// The value, with the positions of its parts.
        package let value: Literal
    }

    /// A module that the file requires.
    package struct Requirement: Sendable {
        /// The name of the module.
        package let module: String
        /// The position of the name.
        package let position: Position
    }

    /// The functions of the delegate.
    package private(set) var functions: [Function] = []
    /// The other fields of the delegate.
    package private(set) var fields: [Field] = []
    /// The modules that the file requires by a literal name.
    package private(set) var requirements: [Requirement] = []
    /// The comment at the top of the file, without its dashes.
    package private(set) var description: String?

    /// Whether the script keeps state.
    package var usesState: Bool { requirements.contains { $0.module == "state" } }

    /// Describes a file; one that Lua would refuse has at most a description.
    package init(_ bytes: [UInt8]) {
        if let script = try? ScriptModel(bytes) {
            read(script)
        } else {
            description = Self.leadingComment(LexedScript(LineTable(bytes)))
        }
    }

    /// Describes a script.
    package init(_ script: ScriptModel) { read(script) }

    private mutating func read(_ script: ScriptModel) {
        description = Self.leadingComment(script.tree.script)
        for field in script.delegate.fields {
            guard let value = field.value else { continue }
            if let id = script.functions(value).first {
                functions.append(Self.function(field, script.tree[id]))
            } else {
                let literal = script.tree.literal(value)
                fields.append(Field(name: field.name, position: field.position, value: literal))
            }
        }
        requirements = script.requirements
    }

    private static func function(_ field: DelegateTable.Field, _ body: FunctionBody) -> Function {
        let names = body.parameters.map(\.name)
        let namesSelf = names.first == "self" && !body.hasImplicitSelf
        return Function(
            name: field.name, position: field.position,
            takesSelf: body.hasImplicitSelf || namesSelf,
            parameters: Array(namesSelf ? names.dropFirst() : names[...]))
    }
}
