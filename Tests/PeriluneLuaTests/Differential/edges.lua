-- Calls at the edges of the standard library that chance seldom finds. Runs in stock Lua and in the sandbox, which
-- must say the same of each: a list of lines.
local lines = {}
local function escaped(c) return "\\" .. c:byte() end
local function add(name, ...)
    local values = { ... }
    for i = 1, select("#", ...) do
        local value = values[i]
        values[i] = type(value) == "table" and "table" or tostring(value)
    end
    lines[#lines + 1] = (name .. " -> " .. table.concat(values, ", ")):gsub("[^ -~]", escaped)
end
local function try(name, f, ...) add(name, pcall(f, ...)) end

-- Every class with every byte, alone, in a set, and in a set that is turned round.
for class in ("acdglpsuwxzACDGLPSUWXZ"):gmatch(".") do
    local alone, inSet, notInSet = {}, {}, {}
    for byte = 0, 255 do
        local c = string.char(byte)
        if c:find("^%" .. class .. "$") then alone[#alone + 1] = byte end
        if c:find("^[%" .. class .. "]$") then inSet[#inSet + 1] = byte end
        if c:find("^[^%" .. class .. "]$") then notInSet[#notInSet + 1] = byte end
    end
    add(class, table.concat(alone, " "), #inSet, #notInSet)
end
-- Plain searches: every text of a and b up to 5 long for every one up to 3 long.
local function texts(longest)
    local all, last = { "" }, { "" }
    for _ = 1, longest do
        local longer = {}
        for _, text in ipairs(last) do longer[#longer + 1] = text .. "a" longer[#longer + 1] = text .. "b" end
        table.move(longer, 1, #longer, #all + 1, all)
        last = longer
    end
    return all
end
local wanted = texts(3)
for _, text in ipairs(texts(5)) do
    local found = {}
    for _, part in ipairs(wanted) do
        local first, last = text:find(part, 1, true)
        found[#found + 1] = tostring(first) .. "-" .. tostring(last)
    end
    add("plain", text, table.concat(found, " "))
end
-- A % before what is no class.
for byte = 33, 126 do
    local c = string.char(byte)
    if not c:find("%w") then add("escaped", c, (("x" .. c .. "y"):find("%" .. c))) end
end
for _, range in ipairs { "[a-z]", "[^a-z]", "[!-/]", "[]-a]", "[a-]", "[^]]", "[%a-z]", "[+-9]", "[\128-\255]", "[a%-z]" } do
    local found = {}
    for byte = 0, 255 do
        if string.char(byte):find(range) then found[#found + 1] = byte end
    end
    add(range, table.concat(found, " "))
end

local texts = {
    "THE (quick) fox", "word", " word", "((a)(b(c)))d", "(()", "a$b", "$", "a^b", "key = value", "aXbXc", "  x  ", "",
    "\0a\0", "aaaa", "abcabcabc", "[[x]]", "f(a(b)c)(d)",
}
local patterns = {
    "%f[%a]%a+%f[%A]", "%f[^ ]%w", "%f[%w]()", "()%f[%W]", "%f[%z]", "%b()", "%b()%b()", "%b[]", "a$b", "$b", "^$", "a^b",
    "(%w+)%s*=%s*(%w+)", "(.)X%1", "(.-)X", "()a*()", "a-b", "^%s*(.-)%s*$", "a*$", "(a*)(a?)$", "((a)(b))%2", "(abc)%1%1",
    "a-)[",
    "x*", ".-", "%w-%f[%W]", "[%w]+", "[^%w]+$", "\0", "[\0]a", "(()())", "a?a?a?a?a", "(a)(b)?", "^a", "^", "$", ".$",
}
for _, text in ipairs(texts) do
    for _, pattern in ipairs(patterns) do
        for _, from in ipairs { 1, 2, -1, 0, #text + 1, #text + 2, -100 } do
            try("find", string.find, text, pattern, from)
        end
        try("plain", string.find, text, pattern, 1, true)
        try("match", string.match, text, pattern)
        try("gsub", string.gsub, text, pattern, "<%0>")
        try("gsub", string.gsub, text, pattern, "%1", 2)
        try("gsub", string.gsub, text, pattern, function() return false end)
        try("gsub", string.gsub, text, pattern, { a = 1, word = false })
        local found = {}
        local ok, message = pcall(function()
            for a, b in text:gmatch(pattern) do found[#found + 1] = tostring(a) .. "|" .. tostring(b) end
        end)
        message = message and message:gsub("^[%w.]+:%d+: ", "")
        add("gmatch", ok, message, table.concat(found, ";"))
    end
end
-- Sets of one or two bytes, and of all others, at each place of texts with all bytes.
for length = 1, 40, 3 do
    for at = 1, length do
        local bytes = {}
        for i = 1, length do bytes[i] = string.char((i * 37 + at * 11) % 256) end
        local first, second = bytes[at], bytes[length]
        local text = table.concat(bytes)
        local function quoted(c) return c == "\0" and "%z" or c:find("%w") and c or "%" .. c end
        for _, set in ipairs { quoted(first), quoted(first) .. quoted(second), "/" .. quoted(first) } do
            try("first", string.find, text, "[" .. set .. "]")
            try("others", string.find, text, "[^" .. set .. "]*()", 2)
            try("shortest", string.match, text, "^(.-)[" .. set .. "]%A*()")
            try("all", string.gsub, text, "[^" .. set .. "]+[" .. set .. "]", "<%0>")
        end
    end
end
-- As deep as patterns go, and many captures.
for _, depth in ipairs { 10, 100, 190, 199, 200, 201, 250 } do
    local text = ("a"):rep(depth)
    local ok, message = pcall(string.find, text, ("a?"):rep(depth))
    add("depth", depth, ok, ok and message or (tostring(message):find("too complex") ~= nil))
end
for count = 30, 34 do try("captures", string.find, ("a"):rep(40), ("(a)"):rep(count)) end
for i = 0, 9 do try("replacement", string.gsub, "abcdefghij", ("(.)"):rep(9), "%" .. i .. "%" .. i) end
try("replacement", string.gsub, "abc", "b", "%")
try("replacement", string.gsub, "abc", "b", "%!")
try("replacement", string.gsub, "abc", "(b)", "%2")
try("replacement", string.gsub, "abc", "", "-")
try("replacement", string.gsub, "abc", "%w", "%%%0")
try("replacement", string.gsub, "abc", ".", { a = true })
try("replacement", string.gsub, "abc", ".", { a = {} })
for most = -1, 5 do try("most", string.gsub, "aaaa", "a", "b", most) end
for most = -1, 5 do try("most", string.gsub, "abc", "", "-", most) end
-- More patterns than are kept, also while one of them is in use, and longer ones than are kept.
for i = 1, 200 do try("many", string.match, "a" .. i .. "b", "(%a)" .. i .. "(%a)") end
for _, pattern in ipairs { "(%w)", "^(%w)", "[a-c]" } do
    try("within", string.gsub, "abcd", pattern, function(found)
        for i = 1, 100 do string.find(found, "%s" .. i) end
        return found:rep(2)
    end)
    local found = {}
    for text in ("abcd"):gmatch(pattern) do
        for i = 1, 100 do string.find(text, "%d" .. i) end
        found[#found + 1] = text
    end
    add("within", table.concat(found, " "))
end
for _, length in ipairs { 199, 200, 201, 5000 } do
    local text, class = ("x"):rep(length), ("%a"):rep(length)
    try("long", string.find, "-" .. text .. "-", text)
    try("long", string.find, "-" .. text .. "-", class)
    try("long", string.match, text, "^" .. text .. "$")
    try("long", string.gsub, text .. text, "[^" .. text .. "y]", "z")
end

-- Repetition, sorting, moving.
for count = -1, 5 do
    for _, separator in ipairs { "", ",", "--" } do
        for _, text in ipairs { "", "x", "ab" } do try("rep", string.rep, text, count, separator) end
    end
end
for _, count in ipairs { 0, 1, 2, 3, 5, 63, 64, 65, 100, 127, 128, 129, 130, 200, 1000 } do
    local numbers, words, pairs_ = {}, {}, {}
    for i = 1, count do
        local n = i * 7919 % 1009
        numbers[i], words[i], pairs_[i] = n, "w" .. n, { n }
    end
    table.sort(numbers)
    table.sort(words)
    table.sort(pairs_, function(a, b) return a[1] < b[1] end)
    local sorted = {}
    for i = 1, count do sorted[i] = pairs_[i][1] end
    add("sort", count, table.concat(numbers, " "), table.concat(words, " "), table.concat(sorted, " "))
end
do
    local meta = { __lt = function(a, b) return a.n < b.n end }
    local objects, sorted = {}, {}
    for i = 1, 20 do objects[i] = setmetatable({ n = i * 7 % 20 }, meta) end
    table.sort(objects)
    for i = 1, 20 do sorted[i] = objects[i].n end
    add("objects", table.concat(sorted, " "))
end
for _, list in ipairs { { 10 }, { 10, 20, 30 }, { 1, nil, 3 }, { nil, 2 }, { 1, 2, nil, 4, 5 } } do
    local found = {}
    for k, v in pairs(list) do found[#found + 1] = k .. "=" .. v end
    add("pairs", table.concat(found, " "))
    found = {}
    for k, v in pairs(list) do
        found[#found + 1] = k .. "=" .. v
        list[k] = nil
    end
    add("clearing", table.concat(found, " "), next(list))
end
for from = 0, 5 do
    for last = 0, 5 do
        for to = 0, 6 do
            local t = { 1, 2, 3, 4, 5 }
            table.move(t, from, last, to)
            local all = {}
            for i = 0, 12 do all[#all + 1] = tostring(t[i]) end
            add("move", from, last, to, table.concat(all, " "))
        end
    end
end
for position = 0, 5 do
    local t = { 1, 2, 3 }
    local ok = pcall(table.insert, t, position, "x")
    add("insert", position, ok, t[1], t[2], t[3], t[4], t[5])
    t = { 1, 2, 3 }
    local removed, value = pcall(table.remove, t, position)
    add("remove", position, removed, removed and value, #t, t[1], t[2], t[3])
end
for from = -1, 4 do
    for last = -1, 4 do
        try("concat", function() return table.concat({ "a", "b", "c" }, ",", math.max(from, 1), math.min(last, 3)) end)
        try("unpack", table.unpack, { 1, 2, 3 }, from, last)
    end
end

-- Formats and dates.
for _, flags in ipairs { "", "-", "0", "#", "+", " ", "10", "-10", "010", ".3", "10.3", "#10", "99", "100", ".99", ".100", "5.5.5" } do
    for conversion in ("diuxXocaAfeEgGsqp"):gmatch(".") do
        for _, value in ipairs { 0, 42, -1, 65, 3.5, "text" } do
            local ok, text = pcall(string.format, "%" .. flags .. conversion, value)
            if conversion ~= "p" then add("format", flags, conversion, value, ok, ok and text) end
        end
    end
end
for length = 10, 40 do
    try("long", string.format, "%" .. ("0"):rep(length) .. "d", 1)
    try("long", string.format, "%" .. ("-"):rep(length) .. "s", "x")
    try("long", string.format, "%" .. ("1"):rep(length) .. "d", 1)
end
-- Texts of `format` that outgrow the first buffer, and the second one.
for _, length in ipairs { 890, 910, 1000, 1015, 1023, 1024, 1025, 2000, 5000 } do
    local long = ("x"):rep(length)
    for _, conversion in ipairs { "%9s", "%-9s", "%.3s", "%99s", "%d", "%9.2f", "%c", "%q", "%x", "%a" } do
        local value = conversion:find("s", 1, true) and "y" or 65
        local text = ("%s" .. conversion .. "%s" .. conversion):format(long, value, long, value)
        add("grows", length, conversion, #text, (text:gsub("x+", "x")))
    end
end
for count = 1, 60 do add("many", ("%-24s"):rep(count):format(table.unpack({}, 1, count))) end
for byte = 0, 255 do add("quoted", ("%q"):format(string.char(byte)), ("%q"):format(string.char(byte) .. "7")) end
for _, time in ipairs { 0, 1, 86399, 86400, 951782400, 1078012799, 1795257000, -2, -86400, 4102444800, 253402300799 } do
    local t = os.date("!*t", time)
    add("date", time, t.year, t.month, t.day, t.hour, t.min, t.sec, t.wday, t.yday, t.isdst, os.time(t))
    for conversion in ("aAbBcdDeFgGHIjmMnprRStTuUVwWxXyYZ%"):gmatch(".") do
        try("date", os.date, "!%" .. conversion, time)
    end
    for conversion in ("cCxXyY"):gmatch(".") do try("date", os.date, "!%E" .. conversion, time) end
    for conversion in ("deHImMSuUVwWy"):gmatch(".") do try("date", os.date, "!%O" .. conversion, time) end
end
for _, fields in ipairs {
    { year = 2026, month = 1, day = 1 }, { year = 2026, month = 14, day = -3, hour = 30, min = 90, sec = -10 },
    { year = 2024, month = 2, day = 30 }, { year = 2026, month = 6, day = 15, hour = 0 }, { year = 1969, month = 12, day = 31 },
} do add("time", os.time(fields), fields.year, fields.month, fields.day, fields.hour, fields.yday) end
add("difference", os.difftime(10, 3), os.difftime(3, 10))

-- Characters.
for _, text in ipairs {
    "", "a", "é", "€", "😀", "\xc0\x80", "\xe0\x80\x80", "\xf0\x80\x80\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80",
    "\xf7\xbf\xbf\xbf", "\xfb\xbf\xbf\xbf\xbf", "\xfd\xbf\xbf\xbf\xbf\xbf", "\xff", "a\xc3", "\xc3a", "aé€😀z",
} do
    for _, lax in ipairs { false, true } do
        local found = {}
        local ok = pcall(function()
            for at, code in utf8.codes(text, lax) do found[#found + 1] = at .. ":" .. code end
        end)
        add("codes", text, lax, ok, table.concat(found, " "))
    end
end
return lines
