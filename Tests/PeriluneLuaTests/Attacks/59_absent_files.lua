-- Files and processes through io and os.
-- expect: harmless
for _, name in ipairs {'io', 'debug', 'package', 'dofile', 'loadfile', 'load', 'loadstring'} do
    assert(_G[name] == nil, name)
end
for name in pairs(os) do
    assert(name == 'time' or name == 'date' or name == 'clock' or name == 'difftime', name)
end
assert(string.dump == nil)
