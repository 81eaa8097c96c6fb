---@meta dedupe
-- Generated: see perilune.lua.

---@type perilune.dedupe
local dedupe

return dedupe
