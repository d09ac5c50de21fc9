package import Pipeline

extension StageDescription.Content {
  /// The Markdown sentences in the reference on a stage's unnamed arguments; nil if it has none.
  package var note: String? {
    switch self {
    case .options: nil
    case .words:
      "Takes a list of texts: the program and its arguments, of which no shell makes anything"
        + " else.\n`\"jq\"` is looked for in `PATH`, `\"./jq\"` is beside the rule, `\"/usr/bin/jq\"` is"
        + " itself. The rule's\n`wants` names `exec`, and the user has to permit it;"
        + " [permission.md](permission.md) says what such\na program may do. [programs.md](programs.md) tells what it reads and writes."
    case .testsOrFunction:
      "Takes [fields](#fields) with [values or tests](#values), which all have to hold, beside"
        + " its\noptions; or one function of an asset instead."
    case .labels:
      "Takes names of your own. The labels that were given are in the field `labels`, which"
        + " later\nstages may test. A name with a function is a [field](#added-fields), too: it has"
        + " what the\nfunction returns."
    }
  }

  /// The text of ``note`` without Markdown, on one line.
  package var plainNote: String? {
    note.map { text in
      text.replacing(/\[([^\]]*)\]\([^)]*\)/) { "\($0.1)" }.filter { $0 != "`" }
        .replacing("\n", with: " ")
    }
  }
}
