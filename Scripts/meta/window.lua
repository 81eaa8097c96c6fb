---@meta window
-- Generated: see perilune.lua.

---@type perilune.window
local window

return window
