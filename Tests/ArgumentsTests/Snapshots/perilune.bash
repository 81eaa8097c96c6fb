# bash completion for perilune
_perilune() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
    local command= word words= files=
    # bash splits --name=value into three words.
    if [[ $current == = ]]; then
        current=
    elif [[ $previous == = ]]; then
        previous=${COMP_WORDS[COMP_CWORD-2]}
    fi
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        case $word in
        open|process|version) command=$word; break ;;
        esac
    done
    case $command:$previous:$current in
    open:-s:*|open:--script:*) files=yes ;;
    open:*:-*) words='-s --script -j --json -h --help' ;;
    open:*) : ;;
    process:-s:*|process:--script:*) files=yes ;;
    process:--as:*) words='event link' ;;
    process:-o:*|process:--output:*) files=yes ;;
    process:-w:*|process:--workers:*) : ;;
    process:--limit:*) : ;;
    process:--note:*) : ;;
    process:*:-*) words='-s --script --as -o --output -w --workers --limit --note -n --dry-run --progress --no-progress -j --json -h --help' ;;
    process:*) files=yes ;;
    version:*:-*) words='-j --json -h --help' ;;
    version:*) : ;;
    *) words='open process version -h --help -V --version' ;;
    esac
    mapfile -t COMPREPLY < <(
        [[ -n $words ]] && compgen -W "$words" -- "$current"
        [[ -n $files ]] && compgen -f -- "$current"
    )
    [[ -z $files ]] || compopt -o filenames 2> /dev/null
}
complete -F _perilune perilune
