package import LuaSyntax
internal import PeriluneCore
internal import PeriluneLua

/// Definitions for editors (LuaLS) of the events in a log: a class for each type, with the fields of its data.
///
/// They contain names and types of fields, but no values.
package struct EventDefinitions {
    /// The file in `meta/`.
    package static let fileName = "events.lua"

    /// The limits for analyzing a log.
    package static let limits: ShapeLimits = {
        var limits = ShapeLimits()
        limits.values = 0
        limits.members = 200
        limits.elements = 20
        limits.depth = 8
        limits.types = 200
        limits.nodes = 5000
        return limits
    }()

    /// The text of the file.
    package private(set) var text = ""
    /// The fields whose names cannot be written in a definition, each with its type or object: `order.placed.data
    /// "a\"b"`.
    package private(set) var leftOut: [String] = []
    private var classes: [EditorClass] = []
    private var names: Set<String> = []

    /// Creates the definitions; `logs` names the logs in the first line, and `codec` what `--as` needs to read them.
    package init(of shape: LogShape, from logs: String, codec: String? = nil) {
        for (type, event) in shape.types.sorted(by: { $0.key < $1.key }) { add(event, of: type) }
        let head = """
            ---@meta
            -- Fields of \(shape.events) events of \(Self.line(logs)), by type. A field that some events lack, or in which it is null, has a
            -- question mark. To update this file, run: perilune new definitions --from LOG\(codec.map { " --as \($0)" } ?? "")


            """
        text = head + classes.map(\.definition).joined(separator: "\n")
    }

    private mutating func add(_ event: ShapeNode, of type: String) {
        let name = unique("Event." + type)
        let place = classes.count
        var fields: [HostModule.Field] = []
        if let data = event.members["data"] {
            fields.append(field("data", data, of: event, in: name))
        }
        classes.insert(
            EditorClass(
                "\(name): Event",
                ["\(Self.line(type)): \(Counted(event.count, "event")) of the sample."], fields),
            at: place)
    }

    private mutating func field(
        _ name: String, _ node: ShapeNode, of parent: ShapeNode, in path: String
    ) -> HostModule.Field {
        let isOptional = node.count < parent.count(of: .object) || node.count(of: .null) > 0
        let isName = name.isIdentifier
        let written = isName ? name + (isOptional ? "?" : "") : "[\"\(name)\"]"
        var type = self.type(of: node, named: "\(path).\(name)")
        if !isName, isOptional { type += "|nil" }
        return HostModule.Field(written, type, "")
    }

    /// The type of the values of a node; objects get a class of the given name.
    private mutating func type(of node: ShapeNode, named name: String) -> String {
        var types: [String] = []
        for kind in node.seenKinds {
            switch kind {
            case .null: continue
            case .bool: types.append("boolean")
            case .integer: if node.count(of: .number) == 0 { types.append("integer") }
            case .number: types.append("number")
            case .string: types.append("string")
            case .array: types.append(elements(of: node, named: name))
            case .object: types.append(object(node, named: name))
            }
        }
        return types.isEmpty ? "any" : types.joined(separator: "|")
    }

    private mutating func elements(of node: ShapeNode, named name: String) -> String {
        guard let any = node.any else { return "table" }
        let type = type(of: any, named: name)
        return type.contains("|") ? "(\(type))[]" : "\(type)[]"
    }

    private mutating func object(_ node: ShapeNode, named name: String) -> String {
        if node.isMap {
            let value = node.any.map { type(of: $0, named: name) } ?? "any"
            return "table<string, \(value)>"
        }
        let members = node.members.filter { Self.canBeWritten($0.key) }
        for member in node.members.keys.sorted() where !Self.canBeWritten(member) {
            leftOut.append("\(name.dropFirst("Event.".count)) \(Value.string(member).json)")
        }
        if members.isEmpty { return "table" }
        let name = unique(name)
        let place = classes.count
        let fields = members.sorted { $0.key < $1.key }.map { member in
            field(member.key, member.value, of: node, in: name)
        }
        classes.insert(EditorClass(name, [], fields), at: place)
        return name
    }

    /// A unique class name, made from a text.
    private mutating func unique(_ text: String) -> String {
        let name = String(
            text.unicodeScalars.map { scalar in
                let isPlain =
                    scalar.isASCII
                    && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
                return isPlain || scalar == "_" || scalar == "." ? Character(scalar) : "_"
            })
        return names.insertUnique(name, separator: "_")
    }

    /// Whether a name can be written in quotes on one line.
    private static func canBeWritten(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 64
            && name.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "\"" && $0 != "\\" }
    }

    private static func line(_ text: String) -> String {
        String(text.unicodeScalars.map { $0.value < 0x20 ? " " : Character($0) }.prefix(200))
    }
}
