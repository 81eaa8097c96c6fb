-- Removes tracking parameters from links, and opens them over https.
local tracking = "[?&]utm_%w+=[^&#]*"

return {
  on = "opener.link",
  execute = function(event, commander)
    local url = event.data.url
    if url:find("^http://") then return commander:reject("not encrypted: " .. url) end
    local clean = url:gsub(tracking, "")
    return commander:handleURLLink(clean)
  end,
}
