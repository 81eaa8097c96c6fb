#!/usr/bin/env python3
"""Writes the inputs in a file, which lines of four hyphens separate, to files in a folder: split.py FILE FOLDER"""
import hashlib
import pathlib
import sys

source, folder = map(pathlib.Path, sys.argv[1:])
for text in source.read_bytes().split(b"\n----\n"):
    (folder / hashlib.sha1(text).hexdigest()).write_bytes(text)
