-- Reports that are closed are refused; everything else goes on as usual.
local closed = { A82E1D9311EC77B0520F00B0D1F3C96B = "closed for the audit" }

return {
  on = "link.drill", -- which events; without it every one
  execute = function(event, commander)
    local link = require("link").parse(event.data.url)
    local reason = closed[link.parameters.reportID]
    if reason then return commander:reject(reason) end
    return commander:default()
  end,
}
