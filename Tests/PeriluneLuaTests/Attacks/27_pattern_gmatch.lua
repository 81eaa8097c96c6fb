-- gmatch steps that each scan the rest.
-- expect: error|time
local s = string.rep('a', 300000)
for w in s:gmatch('.-%f[b]b') do end
