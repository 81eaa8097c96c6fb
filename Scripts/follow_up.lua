-- Scripts/follow_up.lua - a selection in a chart becomes a note in CRM with a picture of the chart
--
-- Whoever selects items with a rectangle flags them: they are marked in the picture, and named in the
-- note. The picture goes to CRM as a file; the record of the event only names it.
local crm, snapshot = require "crm", require "snapshot"

-- The columns that lie in the rectangle as a whole, and what else lies in it.
local function marked(selection)
  local marks, names = {}, {}
  for _, category in ipairs(selection.categories or {}) do
    marks[#marks + 1] = { type = "highlight", category = category }
    names[#names + 1] = category
  end
  for _, item in ipairs(selection.items or {}) do
    marks[#marks + 1] = { type = "highlight", category = item.category, series = item.series }
    names[#names + 1] = item.series and item.category .. ", " .. item.series or item.category
  end
  return marks, names
end

return {
  on = "chart.selection.items",

  execute = function(event)
    local chart = event.data.chart
    local marks, names = marked(event.data)
    if #marks == 0 then return end
    local view = event.data.dashboard and event.data.dashboard .. "/" .. chart or chart
    crm.create("annotation", {
      subject = "Flagged in " .. chart,
      notetext = table.concat(names, "\n"),
      filename = chart .. ".png",
      mimetype = "image/png",
      documentbody = snapshot.capture(view, { format = "png", annotate = marks }),
    })
  end,
}
