# Sourced by run.sh: the OCI image, unpacked as a container engine would and run in a chroot.

image=$built/perilune-oci
bundle=$work/bundle

image_is_reproducible() {
    sha256sum "$built/perilune-$version-oci-$(dpkg --print-architecture).tar" >"$work/sums"
    Packaging/image.sh
    sha256sum --check "$work/sums"
}

inspects() {
    skopeo inspect "oci:$image:$version"
    skopeo inspect "oci-archive:$built/perilune-$version-oci-$(dpkg --print-architecture).tar"
    rm -rf "$bundle"
    umoci unpack --image "$image:$version" "$bundle"
}

runs_as_nobody_special() {
    python3 - "$bundle/config.json" <<'PYTHON'
import json, sys
process = json.load(open(sys.argv[1]))["process"]
assert process["user"] == {"uid": 65532, "gid": 65532}, process["user"]
assert process["args"] == ["/usr/bin/perilune", "--help"], process["args"]
assert process["cwd"] == "/srv/perilune", process["cwd"]
PYTHON
    ! find "$bundle/rootfs" -name 'sh' -o -name 'bash' | grep .
}

# As the configuration of the image says.
as_user() { PERILUNE_USER=65532:65532 PERILUNE_HOME=/srv/perilune "$@"; }

image_works() {
    as_user enter "$bundle/rootfs" /usr/bin/perilune version | grep -x "perilune $version"
    as_user enter "$bundle/rootfs" /usr/bin/perilune process \
        /usr/share/doc/perilune/examples/Scripts/links.jsonl --records - \
        --script /usr/share/doc/perilune/examples/Scripts/every_third_link.lua >"$work/decisions"
    cmp "$work/decisions" "$work/expected"
}

image_draws() {
    as_user enter "$bundle/rootfs" /usr/bin/perilune charts render \
        /usr/share/doc/perilune/examples/Scripts/charts/sales.xml -o /srv/perilune/sales.png 2>"$work/errors"
    file_is_png "$bundle/rootfs/srv/perilune/sales.png"
    ! grep . "$work/errors"
}

image_serves() {
    as_user serves "$bundle/rootfs" 18090 /usr/bin/perilune
}

test_image() {
    check 'the same commit gives the same image' image_is_reproducible
    check 'skopeo and umoci read the image' inspects
    check 'the image runs perilune as a user without rights, and has no shell' runs_as_nobody_special
    check 'the image decides as here' image_works
    check 'the image draws a chart' image_draws
    check 'the server in the image takes an event' image_serves
    rm -rf "$bundle"
}
