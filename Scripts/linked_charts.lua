-- Scripts/linked_charts.lua - keeps the selections of a chart and its table in sync
--
-- Changes that a script makes to a chart do not trigger scripts, so two charts that update each other
-- cannot loop.
local charts = require "charts"

local beside = { Products = "ProductTable", ProductTable = "Products" }

local function link(act)
  return function(chart, data)
    local other = beside[chart]
    if other then act(data.dashboard .. "/" .. other, { category = data.category }) end
  end
end

return {
  didSelectCategory = link(charts.select),
  didDeselectCategory = link(charts.deselect),
}
