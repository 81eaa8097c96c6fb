-- Rewrites links of an older server, by their parameters.
local json = require "json"

return {
  on = "link.*",
  shouldHandle = function(event) return event.data.url:find("/old/", 1, true) ~= nil end,
  execute = function(event, commander)
    local url = event.data.url
    local path, query = url:match("^[^:]+://[^/]+/old/([^?]*)%??(.*)$")
    if not path then return commander:pass() end
    local parameters = {}
    for name, value in query:gmatch("([^&=]+)=([^&]*)") do
      parameters[name] = value:gsub("%%(%x%x)", function(digits)
        return string.char(tonumber(digits, 16))
      end)
    end
    commander:emit(json.with(event.data, { url = "https://new.example.org/" .. path, parameters = parameters }))
  end,
}
