# Sourced by run.sh: `make tag`, in a clone.

tags_the_changelog() {
    local clone=$work/clone
    rm -rf "$clone"
    git clone --quiet "$root" "$clone"
    cd "$clone"
    export GIT_AUTHOR_NAME=tests GIT_AUTHOR_EMAIL=tests@localhost
    export GIT_COMMITTER_NAME=tests GIT_COMMITTER_EMAIL=tests@localhost

    sed -i "0,/^## .*/s//## 999.0.0 (2001-01-01)/" CHANGELOG.md
    ! make --no-print-directory tag >"$work/answer" 2>&1
    grep 'commit or stash' "$work/answer"
    git commit --quiet --all --message 'Release on the wrong day'
    ! make --no-print-directory tag >"$work/answer" 2>&1
    grep "today's date" "$work/answer"

    sed -i "0,/^## .*/s//## 999.0.0 ($(date +%F))/" CHANGELOG.md
    git commit --quiet --all --message 'Release without make version'
    ! make --no-print-directory tag >"$work/answer" 2>&1
    grep 'commit what make version wrote' "$work/answer"
    git commit --quiet --all --message 'Release'
    make --no-print-directory tag
    [ "$(git cat-file -t v999.0.0)" = tag ]
    git cat-file tag v999.0.0 | grep '^Perilune 999.0.0$'
    ! make --no-print-directory tag >"$work/answer" 2>&1
    grep 'exists already' "$work/answer"
}

test_release() {
    check 'make tag tags what the changelog begins with, and nothing else' tags_the_changelog
}
