-- Scripts/route_by_rules.lua - rules that say where links lead
--
-- What is declared is looked up by the host, whatever the number of scripts: this file is asked only
-- about links of these events (`evt`), of one of these shapes (`url`: a part that is not written is not
-- tested, of a list any will do), tapped in one of these views (`where`). All three must fit.
-- What is left are decisions: refuse, leave to others, rewrite, act.
local link, url = require "link", require "url"

-- Reports that have moved, and where to.
local moved = {
  ["0F6B2C7711EB4A9D8C5500A0C92E61F3"] = "7C41B05E4D3396FA1E8B7290CD46A85D",
}

-- Reports that nobody opens from a link any more.
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

  -- Not asked for custom events: those are always offered to `execute`.
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
      -- Our own event becomes one that the app knows.
      return commander:handleURLLink("mstr://?" .. url.query { evt = 4001, reportID = report })
    end
    if moved[report] then
      return commander:handleURLLink(url.with(text, { reportID = moved[report] }))
    end
    return commander:pass()
  end,
}
