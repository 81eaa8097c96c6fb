-- Ending the host.
-- expect: absent
os.exit(1)
