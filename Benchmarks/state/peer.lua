-- The job of all.lua and id.lua in plain Lua with lua-cjson, without a store: reads a log, writes the ids.
local cjson = require "cjson"

local lifetime = 600
local seen, older, since = {}, {}, nil

for line in io.lines(arg[1]) do
    local event = cjson.decode(line)
    if event.type == "visit" then
        local year, month, day, hour, minute, second = event.time:match("^(%d+)-(%d+)-(%d+)T(%d+):(%d+):([%d.]+)Z$")
        local time = (tonumber(day) * 24 + tonumber(hour)) * 3600 + tonumber(minute) * 60 + tonumber(second)
        -- Two generations: what is older than one lifetime is gone after another one.
        since = since or time
        if time - since >= lifetime then
            seen, older, since = {}, seen, time
        end
        local id = event.data.id
        local last = seen[id] or older[id]
        if not last or time - last >= lifetime then
            seen[id] = time
            io.write(cjson.encode(id), "\n")
        end
    end
end
