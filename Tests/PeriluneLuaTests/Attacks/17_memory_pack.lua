-- pack of fixed-size strings of gigabytes, and of many smaller ones.
-- expect: error
pcall(string.pack, 'c2147483647', '')
string.pack(string.rep('c1000000', 400), '')
