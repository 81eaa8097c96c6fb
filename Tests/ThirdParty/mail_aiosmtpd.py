#!/usr/bin/env python3
"""A script captures a login screen and mails it: over STARTTLS, signed in, to a server of aiosmtpd.

    python3 mail_aiosmtpd.py PERILUNE CERTIFICATE KEY
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
SCRIPT = """
local snapshot = require "snapshot"
return {
  on = "test.mail",
  execute = function(event)
    local picture = snapshot.capture("theme1@iphone-x", { format = "png" })
    snapshot.share(picture, { to = event.data.to, subject = "Der Anmeldebildschirm: schön?" })
  end,
}
"""


def decide(perilune, folder, port, cert, to, password):
    """The record of one event."""
    (folder / "share.lua").write_text(SCRIPT)
    (folder / "sharing.json").write_text(json.dumps({"mail": {
        "server": f"smtp://localhost:{port}", "from": "charts@example.com", "user": "charts",
        "password": "env:MAIL_PASSWORD", "allow": ["example.com"], "caFile": str(cert)}}))
    (folder / "events.jsonl").write_text(json.dumps({
        "specversion": "1.0", "id": "1", "source": "s", "type": "test.mail", "data": {"to": to}}) + "\n")
    plist = HERE.parent / "Golden" / "Login" / "theme1.plist"
    done = subprocess.run(
        [perilune, "process", folder / "events.jsonl", "--script", folder / "share.lua",
         "--sharing", folder / "sharing.json", "--login", plist, "--records", "-"],
        capture_output=True, text=True, check=False, env={**os.environ, "MAIL_PASSWORD": password})
    assert password not in done.stdout + done.stderr, "the password is shown"
    return json.loads(done.stdout.splitlines()[0])


def main():
    perilune, cert, key = sys.argv[1:4]
    server = subprocess.Popen(
        [sys.executable, HERE / "smtp_server.py", "--certificate", cert, "--key", key, "--user", "charts",
         "--password", "hunter2"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    port = json.loads(server.stdout.readline())["port"]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        record = decide(perilune, folder, port, cert, ["a@example.com", "b@example.com"], "hunter2")
        assert record["outcome"] == "handled", record
        assert [effect["kind"] for effect in record["effects"]] == ["snapshot", "share"], record
        assert record["effects"][0]["width"] == 375, record

        mail = json.loads(server.stdout.readline())
        assert mail["tls"] and mail["user"] == "charts" and mail["defects"] == [], mail
        assert mail["to"] == ["a@example.com", "b@example.com"], mail
        assert mail["subject"] == "Der Anmeldebildschirm: schön?", mail
        text, picture = mail["parts"]
        assert "Login screen on iPhone X" in text["text"], text
        assert picture["type"] == "image/png" and picture["defects"] == [], picture
        assert picture["hex"].startswith("89504e470d0a1a0a"), "no PNG"

        record = decide(perilune, folder, port, cert, "a@other.com", "hunter2")
        assert record["error"]["code"] == "share.address", record
        record = decide(perilune, folder, port, cert, "a@example.com", "wr0ng-pass")
        assert record["error"]["code"] == "mail.login", record
    server.stdin.close()
    assert server.stdout.readline() == "", "a mail that should not have come"
    server.wait(10)


main()
