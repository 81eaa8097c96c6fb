-- Links: one report is retired, one breaks the rule, all others are followed as usual.
return {
  on = "link.drill",
  evt = 4001,

  execute = function(event, commander)
    local report = require("link").parse(event.data.url).parameters.reportID
    if report == "A82E1D9311EC77B0520F00B0D1F3C96B" then
      return commander:reject("this report is retired")
    end
    if report == "0F6B2C7711EB4A9D8C5500A0C92E61F3" then error("no such report") end
    commander:emit { opened = report }
    return commander:default()
  end,
}
