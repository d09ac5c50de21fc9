/// The script with which a shell asks a tool for completions. It starts the tool by name and never
/// by the path on the line, as an untrusted folder may have a program of that name. The shell never
/// expands answers, and drops messages.
package struct CompletionScript: Sendable {
  private let shell: Shell
  /// The name that the user types.
  private let tool: String

  /// The hidden command that the script calls.
  package static let request = "complete"

  package init(for shell: Shell, tool: String) {
    self.shell = shell
    self.tool = tool
  }

  /// The tool's name, with `_` for each character that a shell function's name can't have.
  private var function: String {
    String(tool.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }

  /// The text of the script.
  package var text: String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  private var bash: String {
    """
    # Completes the command line of \(tool) in bash. Printed by: \(tool) completions bash

    _\(function)_complete() {
      local kind= added
      COMPREPLY=()
      {
        IFS= read -r -d '' kind
        while IFS= read -r -d '' added; do COMPREPLY+=("$2$added"); done
      } < <(command \(tool) \(Self.request) bash \\
        "${COMP_LINE:0:COMP_POINT}" "${COMP_LINE:COMP_POINT}" 2>/dev/null)
      if [[ $kind == nospace ]]; then compopt -o nospace 2>/dev/null; fi
      return 0
    }

    complete -F _\(function)_complete \(tool)

    """
  }

  private var zsh: String {
    """
    #compdef \(tool)
    # Completes the command line of \(tool) in zsh. Printed by: \(tool) completions zsh

    _\(function)() {
      local mark text line separator quote=$compstate[quote]
      local -a answer whole wholelines open openlines
      # Where quotes begin within the word, what is in front of them is not known here.
      (( $#QIPREFIX > $#quote )) && return 1
      answer=("${(@0)$(command \(tool) \(Self.request) zsh $((CURRENT - 2)) "${(@Q)words[2,CURRENT-1]}" \\
        "${(Q)${:-$QIPREFIX$PREFIX${quote[-1]}}}" "${(@Q)words[CURRENT+1,-1]}" 2>/dev/null)}")
      # What zsh replaces, the tool does not know.
      if [[ $answer[1] == p* && $quote != \\' && $PREFIX == (|*[^\\\\])[\\$\\`]* ]]; then
        _files
        return
      fi
      for separator in ${(s::)answer[1][2,-1]}; do
        if [[ $separator == '=' ]]; then compset -P 1 '*='; else compset -P "*$separator"; fi
      done
      for mark text line in "${(@)answer[2,-1]}"; do
        case $mark in
          +) whole+=("$text") wholelines+=("$line") ;;
          -) open+=("$text") openlines+=("$line") ;;
        esac
      done
      local result=1
      (( $#whole )) && compadd -V \(function) -l -d wholelines -a whole && result=0
      (( $#open )) && compadd -V \(function) -S '' -l -d openlines -a open && result=0
      return $result
    }

    if [[ $funcstack[1] == _\(function) ]]; then
      _\(function) "$@"
    else
      compdef _\(function) \(tool)
    fi

    """
  }

  private var fish: String {
    """
    # Completes the command line of \(tool) in fish. Printed by: \(tool) completions fish

    function __\(function)_complete
        set -l before (commandline -opc)
        set -l all (commandline -op)
        set -l token (commandline -ct)
        # A quote that is still open is closed to read the word.
        set -l word (string unescape -- $token; or string unescape -- $token\\"; or string unescape -- $token\\')
        set -l after $all[(math (count $before) + 2)..]
        command \(tool) \(Self.request) fish (math (count $before) - 1) $before[2..] "$word" $after 2>/dev/null \\
            | string split0
    end

    # What fish replaces, the tool does not know.
    function __\(function)_is_replaced
        string match -q '*$*' -- (commandline -ct)
    end

    complete -c \(tool) -f -k -a '(__\(function)_complete)'
    complete -c \(tool) -n __\(function)_is_replaced -F

    """
  }
}

/// A shell for which the tool completes command lines.
package enum Shell: String, CaseIterable, Sendable {
  case bash, zsh, fish
}
