/// The required outcome of a script that attacks.
struct AttackOutcome: Sendable {
  /// Texts of which the user sees one.
  let texts: [String]

  /// The script runs to its end and has achieved nothing.
  static let harmless = AttackOutcome(texts: ["loaded", "answered", "a rule returns pipeline"])
  /// One of the budgets ends it.
  static let killed = AttackOutcome(
    texts: ["the rule ran more than", "the rule needed more than", "the rule ran for more than"])
  /// The script asks for more than it may have; on a slow machine its time is over before.
  static let outOfMemory = AttackOutcome(
    texts: ["the rule needed more than 64 MiB of memory", "the rule ran for more than"])
  static let outOfTime = AttackOutcome(texts: ["the rule ran for more than"])
  /// Any of the outcomes above, or an error with a text.
  static let any = AttackOutcome(texts: [""])

  /// The word that it needs is not there.
  static func missing(_ name: String) -> AttackOutcome {
    AttackOutcome(texts: ["unknown name \"\(name)\"", "unknown function \"\(name)\""])
  }

  /// An error of Lua's or the sandbox's with this text.
  static func refused(_ text: String) -> AttackOutcome { AttackOutcome(texts: [text]) }

  static func or(_ outcomes: AttackOutcome...) -> AttackOutcome {
    AttackOutcome(texts: outcomes.flatMap(\.texts))
  }

  /// True if it stays in a function of C, so that it reaches no instruction at which it could be
  /// ended.
  var needsSignal: Bool { texts == Self.outOfTime.texts }

  func holds(for text: String) -> Bool { texts.contains { text.contains($0) } }

  /// By the scripts' numbers. A script that is not here must be contained, in whatever way.
  static let expected: [String: AttackOutcome] = [
    "001": .missing("os"), "002": .missing("io"), "004": .missing("io"), "005": .missing("os"),
    "007": .missing("os"), "008": .missing("os"), "010": .missing("loadfile"),
    "011": .missing("debug"), "013": .missing("debug"), "014": .missing("debug"),
    "016": .missing("package"), "017": .missing("package"), "019": .missing("package"),
    "020": .missing("package"), "022": .harmless, "023": .harmless, "025": .harmless,
    "026": .harmless, "028": .missing("rawequal"), "029": .missing("rawset"), "031": .harmless,
    "032": .killed, "034": .killed, "035": .killed, "037": .missing("coroutine"),
    "038": .missing("coroutine"), "040": .killed, "041": .killed,
    "043": .refused("a metatable of a rule can't have __gc"), "044": .harmless,
    "046": .refused("array too big"), "047": .refused("array too big"), "049": .killed,
    "050": .refused("array too big"), "052": .killed, "053": .killed, "055": .killed,
    "056": .killed, "058": .killed, "059": .refused("resulting string too large"),
    "061": .outOfMemory, "062": .outOfMemory, "064": .outOfMemory,
    "065": .missing("coroutine"), "067": .missing("coroutine"),
    "068": .or(.killed, .missing("collectgarbage")), "070": .missing("collectgarbage"),
    "071": .outOfMemory, "073": .refused("resulting string too large"),
    // A fast machine is through before its time is over.
    "074": .or(.killed, .harmless),
    "076": .harmless, "077": .or(.killed, .harmless), "079": .missing("coroutine"),
    "080": .outOfMemory, "082": .harmless, "083": .harmless, "085": .harmless, "086": .harmless,
    "088": .missing("coroutine"), "089": .harmless, "091": .missing("os"), "092": .killed,
    "094": .refused("\\x1b]52;c;cHduZWQ=\\x07\\x1b[2J"), "095": .missing("SHOTFLOW_VARIANT"),
    "097": .outOfMemory, "098": .harmless,
    "100": .or(.harmless, .missing("shot"), .missing("rawset")),
    "101": .harmless, "103": .missing("shotflow"), "104": .missing("KEPT"),
    "106": .or(.killed, .missing("LOADED_AT")), "107": .harmless, "109": .outOfTime,
    "110": .harmless, "112": .killed, "113": .missing("coroutine"),
    "115": .or(.killed, .missing("os")),
    "116": .killed, "118": .killed, "119": .or(.killed, .refused("stack overflow")),
    "121": .outOfMemory, "122": .outOfTime,
  ]
}
