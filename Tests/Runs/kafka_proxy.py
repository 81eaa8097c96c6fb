"""TLS and SASL in front of librdkafka's mock cluster, which has neither."""

import socket
import ssl
import struct
import subprocess
import threading


VERSIONS, HANDSHAKE = b"\0\x12", b"\0\x11"


class Proxy:
    """Listens for each broker: takes a certificate, a user and a password (PLAIN) over TLS, and then passes on what comes."""

    def __init__(self, servers, folder, user, password):
        # Of the broker and of its clients.
        self.certificate, self.key = folder / "broker.pem", folder / "broker.key"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
             "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", self.key, "-out", self.certificate],
            check=True, stderr=subprocess.DEVNULL)
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(self.certificate, self.key)
        self.context.load_verify_locations(self.certificate)
        self.context.verify_mode = ssl.CERT_REQUIRED
        self.proof = b"\0" + user.encode() + b"\0" + password.encode()
        self.logins, self.refused = 0, 0
        listeners = {int(server.split(":")[1]): socket.create_server(("127.0.0.1", 0)) for server in servers.split(",")}
        # Answers name the brokers: host and port.
        self.addresses = {address(port): address(listener.getsockname()[1]) for port, listener in listeners.items()}
        self.servers = ",".join(f"127.0.0.1:{listener.getsockname()[1]}" for listener in listeners.values())
        for port, listener in listeners.items():
            threading.Thread(target=self.accept, args=(listener, port), daemon=True).start()

    def accept(self, listener, port):
        while True:
            client, _ = listener.accept()
            threading.Thread(target=self.serve, args=(client, port), daemon=True).start()

    def serve(self, client, port):
        try:
            client = self.context.wrap_socket(client, server_side=True)
            broker = socket.create_connection(("127.0.0.1", port))
            # Versions are asked for before the password.
            while (frame := receive(client))[:2] == VERSIONS:
                send(broker, frame)
                send(client, with_handshake(receive(broker)))
            assert frame[:2] == HANDSHAKE
            send(client, frame[4:8] + struct.pack(">hih", 0, 1, 5) + b"PLAIN")
            if receive(client) != self.proof:
                self.refused += 1
                client.close()
                return
            self.logins += 1
            send(client, b"")
            threading.Thread(target=self.answer, args=(broker, client), daemon=True).start()
            while True:
                send(broker, receive(client))
        except OSError:
            client.close()

    def answer(self, broker, client):
        try:
            while True:
                frame = receive(broker)
                for real, own in self.addresses.items():
                    frame = frame.replace(real, own)
                send(client, frame)
        except OSError:
            client.close()


def with_handshake(answer):
    """The versions of a broker, and those of the handshake before a password, which the mock cluster does not know."""
    number, error, count = struct.unpack(">ihi", answer[:10])
    if error:
        return answer
    return struct.pack(">ihi", number, error, count + 1) + HANDSHAKE + b"\0\0\0\0" + answer[10:]


def address(port):
    return b"\0\x09127.0.0.1" + struct.pack(">i", port)


def receive(connection):
    size, = struct.unpack(">i", read(connection, 4))
    return read(connection, size)


def read(connection, size):
    data = b""
    while len(data) < size:
        part = connection.recv(size - len(data))
        if not part:
            raise ConnectionError("closed")
        data += part
    return data


def send(connection, frame):
    connection.sendall(struct.pack(">i", len(frame)) + frame)
