internal import PeriluneCore

/// The module `test`: events, conditions and assertions for test files.
enum TestModule {
    /// The module of one test file.
    static func module() -> HostModule {
        HostModule(
            "test", "Events, conditions and assertions for test files.",
            fields: [
                .init("any", "any", "Stands for any value but nil."),
                .init("absent", "any", "Stands for a member that must not be there."),
            ],
            lua: lua, events + conditions)
    }

    private static let events = [
        HostFunction(
            "link", "The event of somebody following a link.",
            [
                .init("url", .string, "the link"),
                .init("view", .string, optional: true, "the view that the tap came from"),
            ], returns: "table", .native),
        HostFunction(
            "event", "An event.",
            [
                .init("type", .string, "such as chart.selection.category"),
                .init("data", .any, optional: true, "its payload"),
                .init("attributes", .table, optional: true, "id, source, subject, time, …"),
            ], returns: "table", .native),
    ]

    private static let conditions = [
        HostFunction(
            "matches", "Stands for text that a Lua pattern matches.",
            [.init("pattern", .string, "such as ^%d+$")], returns: "table", .native),
        HostFunction(
            "contains", "Stands for text with a part, or a list with an element.",
            [.init("part", .any, "the part, or what the element has at least")],
            returns: "table", .native),
        HostFunction(
            "approx", "Stands for a number that is near another one.",
            [
                .init("number", .number, "the number"),
                .init("tolerance", .number, optional: true, "the largest distance; 1e-9"),
            ], returns: "table", .native),
    ]

    private static let lua = """
        local test = ...
        local mark = "\(Matcher.mark)"
        test.any = { [mark] = "any" }
        test.absent = { [mark] = "absent" }
        function test.matches(pattern) return { [mark] = "matches", pattern = pattern } end
        function test.contains(part) return { [mark] = "contains", value = part } end
        function test.approx(number, tolerance)
          return { [mark] = "approx", number = number, tolerance = tolerance or 1e-9 }
        end
        function test.link(url, view) return { url = url, view = view } end
        function test.event(type, data, attributes)
          local event = {}
          for name, value in pairs(attributes or {}) do event[name] = value end
          event.type, event.data = type, data
          return event
        end
        test.crm = setmetatable({}, { __index = function(_, message)
          return function(entity, target, more)
            local data = { entity = entity, target = target,
              message = message:sub(1, 1):upper() .. message:sub(2) }
            for name, value in pairs(more or {}) do data[name] = value end
            if data.id == nil and type(target) == "table" then data.id = target.id end
            return { type = "crm." .. entity .. "." .. message, data = data }
          end
        end })
        """
}
