
# Bash takes a colon for the end of a word; in an id it is a part of one.
_judge_with_ids() {
    local -a words=()
    local i at=0 before
    for ((i = 0; i < ${#COMP_WORDS[@]}; i++)); do
        if ((i > 0)) && [[ ${COMP_WORDS[i]} == :* || ${COMP_WORDS[i - 1]} == *: ]]; then
            words[${#words[@]} - 1]+=${COMP_WORDS[i]}
        else
            words+=("${COMP_WORDS[i]}")
        fi
        ((i == COMP_CWORD)) && at=$((${#words[@]} - 1))
    done
    COMP_WORDS=("${words[@]}")
    COMP_CWORD=$at
    _judge "$1" "${words[at]}" "${words[at - 1]}"
    # What stands before the colon is typed already.
    before=${words[at]%"${words[at]##*:}"}
    COMPREPLY=("${COMPREPLY[@]#"$before"}")
}

complete -F _judge_with_ids -o bashdefault -o default judge
