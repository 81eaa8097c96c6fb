-- Takes messages of a log apart: patterns, formats, upper and lower case.
return {
  on = "app.message",
  execute = function(event, commander)
    local text = event.data.message
    local level, rest = text:match("^%[(%a+)%]%s+(.*)$")
    if not level then return commander:reject("no level") end
    local fields = {}
    for name, value in rest:gmatch("(%w+)=(%S+)") do fields[name] = tonumber(value) or value end
    local clean = rest:gsub("%d%d%d%d+", "#"):gsub("%s+", " ")
    if text:find("timeout", 1, true) then fields.timeout = true end
    commander:emit {
      level = level:lower(),
      text = ("%-8s %s"):format(level, clean:sub(1, 60)),
      fields = fields,
      length = #text,
    }
  end,
}
