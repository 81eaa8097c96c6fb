"""Writes folders as the layers of an OCI image: a layout in a folder, and the same as a tar archive.

The same folders give the same bytes: names are sorted, and times and owners fixed.
"""

import argparse
import datetime
import gzip
import hashlib
import io
import json
import os
import tarfile

MEDIA = "application/vnd.oci.image."


def layer(folder, time, owned, user):
    """The bytes of a tar archive of a folder, owned by root but for one path."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.GNU_FORMAT) as archive:
        names = []
        for parent, folders, files in os.walk(folder):
            names += [os.path.relpath(os.path.join(parent, name), folder) for name in folders + files]
        for name in sorted(names):
            path = os.path.join(folder, name)
            info = archive.gettarinfo(path, arcname=name)
            info.mtime = time
            info.uid = info.gid = user if name == owned else 0
            info.uname = info.gname = ""
            if info.isdir():
                info.mode = 0o1777 if name == "tmp" else 0o755
            elif info.isfile():
                # Two files with the same content must not become a link by chance of the build machine.
                info.type, info.linkname, info.size = tarfile.REGTYPE, "", os.path.getsize(path)
                info.mode = 0o755 if info.mode & 0o100 else 0o644
            if info.isfile():
                with open(path, "rb") as content:
                    archive.addfile(info, content)
            else:
                archive.addfile(info)
    return out.getvalue()


class Layout:
    """The blobs of an image, in a folder."""

    def __init__(self, folder):
        self.folder = folder
        os.makedirs(os.path.join(folder, "blobs", "sha256"))

    def add(self, data, kind):
        digest = hashlib.sha256(data).hexdigest()
        with open(os.path.join(self.folder, "blobs", "sha256", digest), "wb") as file:
            file.write(data)
        return {"mediaType": MEDIA + kind, "digest": "sha256:" + digest, "size": len(data)}

    def add_json(self, value, kind):
        return self.add(json.dumps(value, sort_keys=True).encode(), kind)

    def write(self, name, value):
        with open(os.path.join(self.folder, name), "w") as file:
            json.dump(value, file, sort_keys=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--version", required=True)
    parser.add_argument("--revision", required=True)
    parser.add_argument("--architecture", required=True)
    parser.add_argument("--time", type=int, required=True)
    parser.add_argument("--layer", action="append", required=True)
    parser.add_argument("--owned", required=True)
    parser.add_argument("--user", type=int, required=True)
    parser.add_argument("layout")
    parser.add_argument("archive")
    options = parser.parse_args()

    layout = Layout(options.layout)
    layers, contents = [], []
    for folder in options.layer:
        data = layer(folder, options.time, options.owned, options.user)
        contents.append("sha256:" + hashlib.sha256(data).hexdigest())
        layers.append(layout.add(gzip.compress(data, 6, mtime=0), "layer.v1.tar+gzip"))

    created = datetime.datetime.fromtimestamp(options.time, datetime.timezone.utc)
    created = created.strftime("%Y-%m-%dT%H:%M:%SZ")
    labels = {
        "org.opencontainers.image.title": "perilune",
        "org.opencontainers.image.description": "Event processing with rules in Lua",
        "org.opencontainers.image.licenses": "Apache-2.0",
        "org.opencontainers.image.version": options.version,
        "org.opencontainers.image.revision": options.revision,
        "org.opencontainers.image.created": created,
    }
    config = layout.add_json(
        {
            "architecture": options.architecture,
            "os": "linux",
            "created": created,
            "config": {
                "User": f"{options.user}:{options.user}",
                "WorkingDir": "/" + options.owned,
                "Entrypoint": ["/usr/bin/perilune"],
                "Cmd": ["--help"],
                "Env": ["PATH=/usr/bin", "HOME=/" + options.owned, "LANG=C.UTF-8"],
                "ExposedPorts": {"8080/tcp": {}},
                "Volumes": {"/" + options.owned: {}},
                "StopSignal": "SIGTERM",
                "Labels": labels,
            },
            "rootfs": {"type": "layers", "diff_ids": contents},
            "history": [
                {"created": created, "created_by": "libraries, certificates and fonts"},
                {"created": created, "created_by": "perilune " + options.version},
            ],
        },
        "config.v1+json",
    )
    manifest = layout.add_json(
        {
            "schemaVersion": 2,
            "mediaType": MEDIA + "manifest.v1+json",
            "config": config,
            "layers": layers,
            "annotations": labels,
        },
        "manifest.v1+json",
    )
    manifest["platform"] = {"architecture": options.architecture, "os": "linux"}
    manifest["annotations"] = {
        "org.opencontainers.image.ref.name": options.version,
        "io.containerd.image.name": "docker.io/library/perilune:" + options.version,
    }
    layout.write("oci-layout", {"imageLayoutVersion": "1.0.0"})
    layout.write(
        "index.json",
        {
            "schemaVersion": 2,
            "mediaType": MEDIA + "index.v1+json",
            "manifests": [manifest],
        },
    )
    with open(options.archive, "wb") as file:
        file.write(layer(options.layout, options.time, None, 0))


if __name__ == "__main__":
    main()
