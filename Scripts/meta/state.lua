---@meta state
-- Generated: see perilune.lua.

---@type perilune.state
local state

return state
