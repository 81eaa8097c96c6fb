#!/usr/bin/env python3
"""Forwards TCP connections, so that a test can cut a program off: SIGSTOP delays everything, SIGKILL ends connections.

    partition.py LISTEN=PORT...
"""

import asyncio
import sys


async def copy(reader, writer):
    try:
        while data := await reader.read(1 << 16):
            writer.write(data)
            await writer.drain()
    except OSError:
        pass
    finally:
        writer.close()


def forward(port):
    async def serve(reader, writer):
        try:
            other_reader, other_writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            return writer.close()
        await asyncio.gather(copy(reader, other_writer), copy(other_reader, writer))
    return serve


async def main():
    for pair in sys.argv[1:]:
        listen, port = map(int, pair.split("="))
        await asyncio.start_server(forward(port), "127.0.0.1", listen)
    print("ready", flush=True)
    await asyncio.Event().wait()


asyncio.run(main())
