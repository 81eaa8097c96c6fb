# Sourced by run.sh: `make install` and `make uninstall`.

says_what_to_build() {
    rm -rf "$work/clone"
    git clone --quiet "$root" "$work/clone"
    ! make --no-print-directory -C "$work/clone" install DESTDIR="$work/clone-to" >"$work/answer" 2>&1
    grep 'run make build first' "$work/answer"
    ! ls "$work/clone-to"
}

# In a copy that root must not write to, as under sudo in somebody's clone.
only_copies() {
    rm -rf "$work/to"
    touch "$work/before"
    make --no-print-directory install DESTDIR="$work/to" PREFIX=/opt/perilune
    ! find "$root" -path "$work" -prune -o -newer "$work/before" -type f -print | grep .
    "$work/to/opt/perilune/bin/perilune" version | grep -x "perilune $version"
    (cd "$work/to/opt/perilune/share" && ls bash-completion/completions/perilune \
        zsh/site-functions/_perilune fish/vendor_completions.d/perilune.fish man/man1/perilune.1 perilune/sdk/Package.swift)
}

removes_what_it_copied() {
    make --no-print-directory uninstall DESTDIR="$work/to" PREFIX=/opt/perilune
    ! find "$work/to" -type f | grep .
}

test_install() {
    check 'make install names make build where nothing has been built' says_what_to_build
    check 'make install copies, and writes nothing to the clone' only_copies
    check 'make uninstall removes every file' removes_what_it_copied
}
