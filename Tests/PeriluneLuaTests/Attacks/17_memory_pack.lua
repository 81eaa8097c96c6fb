-- pack of a fixed-size string of two gigabytes.
-- expect: error|memory
string.pack('c2147483647', '')
