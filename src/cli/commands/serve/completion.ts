/** The command completion, with a script for each shell. */

import * as z from "zod";
import { defineCommand } from "../../command.ts";
import { COMPLETE } from "../../parse.ts";

/** Tells the shell to suggest files, because any text may be meant. */
export const FILES = ":files";

const SHELLS = ["bash", "zsh", "fish"] as const;
type Shell = (typeof SHELLS)[number];

/** For each shell a function that asks the program, so that what it suggests is always that of the installed version. */
const COMPLETION_SCRIPTS: Readonly<Record<Shell, string>> = {
  bash: `# Completion of membria for bash. In ~/.bashrc: eval "$(membria completion bash)"
_membria() {
  local line
  local -a words=("\${COMP_WORDS[@]:1:COMP_CWORD}")
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ $line == ${FILES} ]]; then
      compopt -o default 2>/dev/null
    elif [[ -n $line ]]; then
      COMPREPLY+=("\${line%%$'\\t'*}")
    fi
  done < <(membria ${COMPLETE} "\${words[@]}" 2>/dev/null)
}
complete -o nosort -F _membria membria 2>/dev/null || complete -F _membria membria`,
  zsh: `#compdef membria
# Completion of membria for zsh. In ~/.zshrc, after compinit: eval "$(membria completion zsh)"
_membria() {
  local line value
  local -a lines found
  lines=("\${(@f)$(membria ${COMPLETE} "\${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
  for line in $lines; do
    if [[ $line == ${FILES} ]]; then
      _files
    elif [[ -n $line ]]; then
      value=\${line%%$'\\t'*}
      if [[ $line == *$'\\t'* ]]; then
        found+=("\${value//:/\\\\:}:\${line#*$'\\t'}")
      else
        found+=("\${value//:/\\\\:}")
      fi
    fi
  done
  (( \${#found} )) && _describe -V membria found
}
compdef _membria membria`,
  fish: `# Completion of membria for fish. Once: membria completion fish > ~/.config/fish/completions/membria.fish
function __membria_complete
    set -l words (commandline -opc)
    set -e words[1]
    set -l current (commandline -ct)
    for line in (membria ${COMPLETE} $words "$current" 2>/dev/null)
        if test "$line" = ${FILES}
            __fish_complete_path "$current"
        else
            printf '%s\\n' $line
        end
    end
end
complete -c membria -f -k -a '(__membria_complete)'`,
};

export const completion = defineCommand({
  name: "completion",
  summary: "Print what lets a shell complete commands, flags, ids and projects.",
  positionals: ["shell"],
  input: z.strictObject({ shell: z.enum(SHELLS).describe("The shell that reads it.") }),
  async run({ shell }) {
    const script = COMPLETION_SCRIPTS[shell];
    return { json: { shell, script }, text: script, isForPrograms: true };
  },
});
