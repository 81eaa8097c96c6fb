-- Draws a chart with an annotation of each type, and emits it in base64.
local snapshot = require "snapshot"

return {
  on = "draw",
  execute = function(event, commander)
    local picture = snapshot.capture("gallery/Column", {
      format = "svg", width = 800, height = 360,
      annotate = {
        { type = "text", text = "text", x = 120, y = 40, background = "#fff4c2" },
        { type = "line", from = { 60, 90 }, to = { 220, 70 }, color = "#b3261e", lineWidth = 2, dash = { 6, 4 } },
        { type = "arrow", from = { 330, 60 }, to = { 300, 130 }, color = "#b3261e", lineWidth = 2 },
        { type = "circle", x = 420, y = 150, radius = 30, color = "#6a1b9a", lineWidth = 2 },
        { type = "rectangle", x = 500, y = 60, width = 100, height = 60, fill = "#1f5fbf22", color = "#1f5fbf" },
        { type = "highlight", category = "Q4", series = "Bikes", label = "highlight" },
      },
    })
    commander:emit(snapshot.base64(picture))
  end,
}
