-- Keeps the links that open one of the account reports, on our hosts or in the app,
-- and says in three fields what was opened and for which region.
-- Benchmarks/peers does the same with the tools that a user would otherwise pick.
local match = string.match

local hosts = { [""] = true, ["bi.example.com"] = true, ["bi-eu.example.com"] = true }
local accounts = {
  ["D3A9E8514C0FE1B76A20C88D5F9B7E14"] = true,
  ["0F6B2C7711EB4A9D8C5500A0C92E61F3"] = true,
  ["7C41B05E4D3396FA1E8B7290CD46A85D"] = true,
  ["A82E1D9311EC77B0520F00B0D1F3C96B"] = true,
}

local function target(url)
  return match(url, "^%w+://([^/?]*).-[?&]%a+ID=(%x+)")
end

return {
  on = "link.drill",

  shouldHandle = function(event)
    local host, report = target(event.data.url)
    return hosts[host] and accounts[report] or false
  end,

  execute = function(event, commander)
    local url = event.data.url
    local host, report = target(url)
    -- Custom events are offered to execute without asking first.
    if not (hosts[host] and accounts[report]) then return commander:pass() end
    commander:emit {
      id = event.id,
      report = report,
      region = match(url, "[?&]region=([^&]*)") or "all",
    }
  end,
}
