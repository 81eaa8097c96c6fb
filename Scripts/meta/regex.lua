---@meta regex
-- Generated: see perilune.lua.

---@type perilune.regex
local regex

return regex
