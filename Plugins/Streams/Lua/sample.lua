-- Selects the values whose hash is below the rate: the same values in every run.
local hash = require "hash"

local Sample = {}
Sample.__index = Sample

function module.rate(rate)
  if type(rate) ~= "number" or not (rate >= 0 and rate <= 1) then host.fail("the rate must be a number from 0 to 1") end
  return setmetatable({ rate = rate }, Sample)
end

function Sample:keeps(value)
  check_self(self, Sample, "sample:keeps(value)")
  if type(value) ~= "string" and math.type(value) ~= "integer" then
    host.fail("keeps: the value must be a string or an integer, got " .. (math.type(value) or type(value)))
  end
  return tonumber(hash.xxh64(tostring(value)):sub(1, 13), 16) / 2 ^ 52 < self.rate
end
