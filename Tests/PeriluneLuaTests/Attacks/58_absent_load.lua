-- Bytecode through load and string.dump.
-- expect: absent
local code = string.dump(function() end)
load(code, 'x', 'b')()
