-- A loop made of goto.
-- expect: time
::again:: goto again
