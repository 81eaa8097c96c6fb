-- Calls of the standard library, generated from a number. Runs in stock Lua and in the sandbox, which must say
-- the same of each. Returns a function: (seed, count) to a list of lines "call -> results".
local byte, char, concat, unpack = string.byte, string.char, table.concat, table.unpack
local format, floor, rep = string.format, math.floor, string.rep

local state
local function random(n)
    state = (state * 1103515245 + 12345) & 0x7fffffffffff
    return (state >> 16) % n + 1
end
local function pick(list) return list[random(#list)] end

local function quote(s)
    local out = {}
    for i = 1, #s do
        local b = byte(s, i)
        out[i] = b >= 32 and b < 127 and b ~= 92 and char(b) or "\\" .. b
    end
    return '"' .. concat(out) .. '"'
end

local function show(value)
    local kind = math.type(value) or type(value)
    if kind == "string" then return quote(value) end
    if kind == "float" then
        if value ~= value then return "nan" end
        return format("%.17g", value) .. (value == floor(value) and "f" or "")
    end
    if kind == "table" then
        local out = {}
        for i = 1, (value.n or #value) do out[i] = show(value[i]) end
        return "{" .. concat(out, ",") .. "}"
    end
    if kind == "function" then return "function" end
    return tostring(value)
end

local function showAll(...)
    local values, out = { ... }, {}
    for i = 1, select("#", ...) do out[i] = show(values[i]) end
    return concat(out, ", ")
end

-- Values

local alphabet = { "a", "b", "c", "A", "z", "Z", "0", "9", "_", " ", "(", ")", "-", ".", "%", "[", "]", "^", "$", "\0", "\n", "\127", "\xe9" }
local function text(most)
    local out = {}
    for i = 1, random(most + 1) - 1 do out[i] = pick(alphabet) end
    return concat(out)
end
local integers = { 0, 1, -1, 2, 3, 7, 10, 63, 64, 100, 255, 256, -128, 1000, 65535, 1 << 31, -(1 << 31), 1 << 53,
    math.maxinteger, math.mininteger, math.maxinteger - 1 }
local floats = { 0.0, -0.0, 0.5, -0.5, 1.5, 2.0, 3.14159, 1e10, -1e15, 1e100, 1e-10, 1e308, 5e-324, 2^53, 2^63,
    -2^63, 1/0, -1/0, 0/0, 123456.789, 0.1 }
local function integer() return random(3) == 1 and pick(integers) or random(200) - 100 end
local function number() return random(2) == 1 and integer() or pick(floats) end
local function position() return random(25) - 12 end
local function value() return pick { number(), text(5), number(), text(3), true, nil } end

-- Patterns

local classes = { "a", "b", "c", ".", "%a", "%d", "%w", "%s", "%p", "%x", "%u", "%l", "%c", "%g", "%A", "%D", "%W", "%S",
    "%.", "%%", "%(", "[abc]", "[^a]", "[a-c]", "[%a_]", "[^%d]", "[]a]", "[^]]", "[a-]", "[%-a]", "[0-9a-fA-F]",
    "[z-a]", "[%w.]", "\0", "[%z\1-\31]", " ", "Z", "[A-Z]" }
local repeats = { "", "", "", "*", "+", "-", "?" }
local items = { "%b()", "%f[%w]", "%f[^a]", "%1", "()", "%b[]", "%2", "[", "%", "(", ")", "%b", "%f", "[a", "[^", "%0" }
local function pattern()
    local out, depth = {}, 0
    if random(5) == 1 then out[1] = "^" end
    for _ = 1, random(5) do
        local kind = random(12)
        if kind == 1 then
            out[#out + 1] = random(4) == 1 and pick(items) or items[random(6)]
        elseif kind <= 4 and depth < 3 then
            out[#out + 1] = "(" .. pick(classes) .. pick(repeats)
            depth = depth + 1
        elseif kind <= 6 and depth > 0 then
            out[#out + 1] = ")"
            depth = depth - 1
        else
            out[#out + 1] = pick(classes) .. pick(repeats)
        end
    end
    out[#out + 1] = rep(")", depth)
    if random(5) == 1 then out[#out + 1] = "$" end
    return concat(out)
end
local replacements = { "", "x", "%0", "<%1>", "%%", "%1%0", "%2", "%", "%9", "a%0b%0", "%a" }
local function allMatches(s, p, init)
    local out = {}
    for a, b, c in string.gmatch(s, p, init) do out[#out + 1] = showAll(a, b, c) end
    return concat(out, "; ")
end

-- Formats

local function specification()
    local out, flags = "%", { "-", "+", " ", "#", "0" }
    for _ = 1, random(3) - 1 do out = out .. pick(flags) end
    if random(2) == 1 then out = out .. random(30) end
    if random(3) == 1 then out = out .. "." .. (random(3) == 1 and "" or random(25) - 1) end
    return out .. pick { "d", "i", "u", "x", "X", "o", "c", "e", "E", "f", "F", "g", "G", "a", "A", "s", "q", "%", "z", "d", "s", "g", "f" }
end

-- Packing

local packings = { "b", "B", "h", "H", "i", "I", "l", "L", "j", "J", "T", "f", "d", "n", "s", "s1", "s2", "z", "x", "i3", "I5", "i7",
    "i16", "I16", "i17", "c5", "c0", "c", "!4", "!", "<", ">", "=", " ", "Xi4", "X", "!16", "I1" }
local function packing()
    local out = {}
    for i = 1, random(4) do out[i] = pick(packings) end
    return concat(out)
end

-- Tables

local function list(most, make)
    local out = {}
    for i = 1, random(most + 1) - 1 do out[i] = make() end
    return out
end
local function less(a, b) return tostring(a) < tostring(b) end
local function sorted(t, compare)
    table.sort(t, compare)
    return t
end
local function changed(change, t, ...)
    local result = table.pack(change(t, ...))
    return t, result
end

-- UTF-8

local characters = { "a", "é", "€", "😀", "\u{7FF}", "\u{10FFFF}", "\u{D7FF}", "\xed\xa0\x80", "\x80", "\xc3", "\xff", "\xe2\x82",
    "\u{7FFFFFFF}", "\u{110000}", "\u{D800}", "\xc0\x80", "\xfe", "z" }
local function unicode(most)
    local out = {}
    for i = 1, random(most + 1) - 1 do out[i] = random(4) == 1 and pick(characters) or characters[random(7)] end
    return concat(out)
end

-- Without stray continuation bytes, which utf8.codes of 5.4.4 passes over and ours refuses.
local function codes(s, lax)
    local out = {}
    for at, code in utf8.codes(s:gsub("\x80", "x"), lax) do out[#out + 1] = at .. ":" .. code end
    return concat(out, " ")
end

-- Times

local conversions = { "a", "A", "b", "B", "c", "C", "d", "D", "e", "F", "g", "G", "h", "H", "I", "j", "m", "M", "n", "p", "r", "R",
    "S", "t", "T", "u", "U", "V", "w", "W", "x", "X", "y", "Y", "z", "%", "Ec", "EC", "Ex", "Od", "OH", "Oy", "q", "E", "Q" }
local function time() return pick { 0, random(1 << 31), random(1 << 40), -random(1 << 31), 951782400, 1709164800 } end
local function date()
    return { year = 1900 + random(300), month = random(30) - 8, day = random(80) - 20,
        hour = pick { nil, random(60) - 20 }, min = pick { nil, random(200) - 60 }, sec = pick { nil, random(200) - 60 } }
end
local function fields(t)
    if type(t) ~= "table" then return t end
    return concat({ t.year, t.month, t.day, t.hour, t.min, t.sec, t.wday, t.yday, tostring(t.isdst) }, " ")
end

local makers = {
    function() return "find", string.find, text(12), pattern(), position(), pick { nil, true, false } end,
    function() return "match", string.match, text(12), pattern(), position() end,
    function() return "match", string.match, text(12), pattern() end,
    function() return "gmatch", allMatches, text(12), pattern(), pick { nil, position() } end,
    function() return "gsub", string.gsub, text(12), pattern(), pick(replacements), pick { nil, random(4) - 1 } end,
    function() return "gsub", string.gsub, text(10), pattern(), { a = "1", b = 2, c = false, z = 0.5, ["0"] = pick { "x", true } } end,
    function()
        local results = { "r", 1, 1.5, false }
        return "gsub", string.gsub, text(10), pattern(), function(a) if a then return results[#tostring(a)] end end
    end,
    function() return "format", format, specification(), value() end,
    function() return "format", format, "%" .. pick { "", "5", "-7", "120", ".3" } .. pick { "s", "q" }, rep(text(4), random(60)) end,
    function() return "format", format, specification(), number() end,
    function() return "format", format, specification() .. "|" .. specification(), number(), value() end,
    function() return "pack", string.pack, packing(), value(), value(), number(), text(3) end,
    function() return "pack", string.pack, packing(), integer(), integer(), integer(), integer() end,
    function() return "unpack", string.unpack, packing(), text(20), pick { nil, position() } end,
    function() return "packsize", string.packsize, packing() end,
    function() return "sub", string.sub, text(8), position(), pick { nil, position() } end,
    function() return "byte", string.byte, text(8), position(), pick { nil, position() } end,
    function() return "char", string.char, random(300) - 20, random(256) - 1 end,
    function() return "rep", rep, text(4), random(12) - 4, pick { nil, text(3) } end,
    function() return pick { "upper", "lower", "reverse", "len" }, nil, text(10) end,
    function() return "insert", changed, table.insert, list(6, number), random(9) - 1, value() end,
    function() return "remove", changed, table.remove, list(6, number), random(9) - 1 end,
    function() return "remove", changed, table.remove, list(3, number) end,
    function() return "concat", concat, list(6, value), pick { nil, text(2) }, pick { nil, random(5) - 1 }, pick { nil, random(7) - 1 } end,
    function() return "unpack", unpack, list(6, number), pick { nil, random(5) - 2 }, pick { nil, random(7) - 2 } end,
    function() return "move", table.move, list(8, number), random(6) - 1, random(8) - 1, random(8) - 2, pick { nil, list(3, number) } end,
    function() return "pack", table.pack, value(), value(), value() end,
    function() return "sort", sorted, list(pick { 5, 20, 150 }, function() return random(60) end) end,
    function() return "sort", sorted, list(pick { 5, 20, 150 }, function() return text(3) end) end,
    function() return "sort", sorted, list(pick { 5, 80 }, function() return random(2) == 1 and random(99) or random(99) + 0.5 end) end,
    function() return "sort", sorted, list(pick { 5, 80 }, function() return random(99) end), less end,
    function() return "sort", sorted, list(4, value) end,
    function() return "utf8.len", utf8.len, unicode(6), pick { nil, position() }, pick { nil, position() }, pick { nil, true } end,
    function() return "utf8.codes", codes, unicode(3), pick { nil, true } end,
    function() return "utf8.codepoint", utf8.codepoint, unicode(6), pick { nil, random(5) }, pick { nil, random(9) }, pick { nil, true } end,
    function() return "utf8.offset", utf8.offset, unicode(6), random(9) - 4, pick { nil, position() } end,
    function() return "utf8.char", utf8.char, pick { integer(), random(0x110000) - 1 }, random(0x800) end,
    function() return "date", function(f, t) return fields(os.date(f, t)) end, "!%" .. pick(conversions) .. "|%" .. pick(conversions), time() end,
    function() return "date", function(f, t) return fields(os.date(f, t)) end, pick { "*t", "!*t", "!%c", "!%x %X" }, time() end,
    function()
        local d = date()
        return "time", function() local t = os.time(d) return t, fields(d) end
    end,
    function() return pick { "floor", "ceil", "abs", "modf", "tointeger", "type", "sqrt", "exp", "sin", "cos", "tan", "deg", "rad" }, math, pick { number(), value() } end,
    function() return pick { "max", "min", "fmod", "ult", "log", "atan" }, math, number(), number() end,
    function() return "tonumber", tonumber, pick { text(4), "0x" .. text(3), tostring(integer()), " 12 ", "1e", "0x1p4", "1e1", ".5", "5.", "0x.8", "10" }, pick { nil, random(40) - 2 } end,
    function() return "tostring", tostring, value() end,
    function() return "select", select, random(9) - 5, value(), value(), value() end,
}

return function(seed, count)
    state = seed * 7919 + 17
    for _ = 1, 10 do random(2) end
    local lines = {}
    for i = 1, count do
        local call = table.pack(makers[(i + seed) % #makers + 1]())
        local name, called = call[1], call[2]
        if called == nil then called = string[name] end
        if called == math then called = math[name] or tostring end
        local shown = showAll(unpack(call, 3, call.n))
        local results = table.pack(pcall(called, unpack(call, 3, call.n)))
        if not results[1] and type(results[2]) == "string" then
            -- Where it was raised is not compared, and the names of functions that stand in.
            results[2] = results[2]:gsub("^[^:]*:%d+: ", ""):gsub("'[%w_]+'%)?$", "?")
        end
        lines[i] = name .. "(" .. shown .. ") -> " .. showAll(unpack(results, 1, results.n))
    end
    return lines
end
