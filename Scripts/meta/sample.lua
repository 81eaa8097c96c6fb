---@meta sample
-- Generated: see perilune.lua.

---@type perilune.sample
local sample

return sample
