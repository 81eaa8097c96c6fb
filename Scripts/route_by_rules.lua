-- Scripts/route_by_rules.lua - rejects links to retired reports and rewrites links to moved ones
--
-- The host tests the conditions below and calls this script only if all three match: the event number
-- (`evt`), one of the link rules (`url`; parts of a link that a rule does not mention are not tested),
-- and the view in which the link was tapped (`where`).
-- The script then rejects the link, passes it on, or rewrites it.
local link, url = require "link", require "url"

-- Reports that have moved, with their new ids.
local moved = {
  ["0F6B2C7711EB4A9D8C5500A0C92E61F3"] = "7C41B05E4D3396FA1E8B7290CD46A85D",
}

-- Retired reports.
local retired = {
  ["A82E1D9311EC77B0520F00B0D1F3C96B"] = true,
}

return {
  on = "link.drill",
  evt = { 4001, 10000001 },
  url = {
    "?evt=4001&reportID=*",
    "?evt=10000001&report=*",
  },
  where = { ["data.view"] = { "sales", "finance" } },
  priority = 10,

  -- Not called for custom events, which always go to `execute`.
  shouldHandle = function(event)
    return event.data.url:find("draft=1", 1, true) == nil
  end,

  execute = function(event, commander)
    local text = event.data.url
    local parsed = link.parse(text)
    local report = parsed.parameters.reportID or parsed.parameters.report

    if retired[report] then
      return commander:reject("the report " .. report .. " is retired")
    end
    if parsed.custom then
      -- Replace the custom event with one that the app knows.
      return commander:handleURLLink("mstr://?" .. url.query { evt = 4001, reportID = report })
    end
    if moved[report] then
      return commander:handleURLLink(url.with(text, { reportID = moved[report] }))
    end
    return commander:pass()
  end,
}
