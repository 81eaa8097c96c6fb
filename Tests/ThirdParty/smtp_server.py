#!/usr/bin/env python3
"""A mail server (aiosmtpd) for tests: says its port, then each mail that it takes as a line of JSON.

    python3 smtp_server.py [--certificate FILE --key FILE] [--user NAME --password TEXT] [--refuse ADDRESS]

With a certificate it insists on STARTTLS, with a user on signing in. It ends with its standard input.
"""

import argparse
import asyncio
import email
import email.policy
import json
import ssl
import sys
import warnings

from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword

warnings.simplefilter("ignore")


def say(value):
    print(json.dumps(value), flush=True)


class Handler:
    def __init__(self, refused):
        self.refused = refused

    async def handle_RCPT(self, server, session, envelope, address, options):
        if address == self.refused:
            return "550 no such user"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        message = email.message_from_bytes(envelope.content, policy=email.policy.default)
        parts = []
        for part in message.walk():
            if part.is_multipart():
                continue
            content = part.get_payload(decode=True)
            parts.append({
                "type": part.get_content_type(), "name": part.get_filename(),
                "text": content.decode() if part.get_content_maintype() == "text" else None,
                "hex": content.hex(), "defects": [str(defect) for defect in part.defects]})
        lines = envelope.content.split(b"\r\n")
        say({
            "from": envelope.mail_from, "to": envelope.rcpt_tos, "tls": session.ssl is not None,
            "user": session.auth_data, "subject": message["subject"], "header-to": message["to"],
            "id": message["message-id"], "date": message["date"].datetime.isoformat(),
            "defects": [str(defect) for defect in message.defects],
            "longest": max(map(len, lines)), "parts": parts})
        return "250 OK"


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--certificate")
    parser.add_argument("--key")
    parser.add_argument("--user")
    parser.add_argument("--password")
    parser.add_argument("--refuse")
    arguments = parser.parse_args()
    context = None
    if arguments.certificate:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(arguments.certificate, arguments.key)

    def authenticate(server, session, envelope, mechanism, data):
        good = (isinstance(data, LoginPassword)
                and data.login.decode() == arguments.user and data.password.decode() == arguments.password)
        return AuthResult(success=good, handled=False, auth_data=arguments.user if good else None)

    def make():
        return SMTP(
            Handler(arguments.refuse), tls_context=context, require_starttls=context is not None,
            authenticator=authenticate, auth_required=arguments.user is not None,
            auth_require_tls=context is not None, hostname="localhost")

    server = await asyncio.get_running_loop().create_server(make, "127.0.0.1", 0)
    say({"port": server.sockets[0].getsockname()[1]})
    await asyncio.to_thread(sys.stdin.read)


asyncio.run(main())
