package import Terminal

/// An environment variable that the program reads. `shotflow environment` and docs/environment.md
/// are made from this table; a test compares it with the sources.
package struct EnvironmentVariable {
  /// The name of the variable.
  package let name: String
  /// The effect of the variable, in the words of the documentation.
  package let meaning: String
  /// The default that applies if the variable is not set, as a text; empty for none.
  package let standard: String

  private init(_ name: String, _ meaning: String, _ standard: String = "") {
    self.name = name
    self.meaning = meaning
    self.standard = standard
  }

  /// All variables that the program reads, in the order of the tables.
  package static let all = [
    EnvironmentVariable(
      "SHOTFLOW_LIBRARY", "the library of commands that name none",
      "library in the configuration, then a guess"),
    EnvironmentVariable(
      "SHOTFLOW_LIBEXEC", "the folder with shotflow-decode, shotflow-exec and shotflow-page",
      "beside shotflow, then ../libexec/shotflow"),
    EnvironmentVariable(
      "SHOTFLOW_SHARE",
      "the folder with the rules and plugins that ship, in its folders rules and plugins",
      "../share/shotflow"),
    EnvironmentVariable(
      "SHOTFLOW_PLUGINS", "folders with plugins and modules for all rules, with colons between them"
    ),
    EnvironmentVariable(
      "SHOTFLOW_TAB_TIME", "how many milliseconds an answer to the Tab key may take", "80"),
    EnvironmentVariable(
      "SHOTFLOW_PAGE_TIME", "how many seconds a page of browse or pick may be silent", "300"),
    EnvironmentVariable(
      "SHOTFLOW_TERMINAL_TIME",
      "how many milliseconds the terminal may take to say whether it shows pictures", "300"),
    EnvironmentVariable(
      "XDG_CONFIG_HOME", "where shotflow/config.lua, shotflow/rules and shotflow/plugins are",
      "~/.config"),
    EnvironmentVariable(
      "XDG_STATE_HOME", "where shotflow keeps offers, permissions and journals", "~/.local/state"),
    EnvironmentVariable("XDG_CACHE_HOME", "where shotflow keeps what saves time", "~/.cache"),
    EnvironmentVariable(
      "DBUS_SESSION_BUS_ADDRESS", "the message bus of the desktop, for notifications",
      "bus in XDG_RUNTIME_DIR"),
    EnvironmentVariable("XDG_RUNTIME_DIR", "the folder with the message bus of the desktop"),
    EnvironmentVariable(
      "XDG_DATA_HOME", "where Shotwell keeps its database, and the desktop its trash",
      "~/.local/share"),
    EnvironmentVariable("HOME", "your home folder"),
    EnvironmentVariable(
      "PATH", "where programs of rules, for videos and of the desktop are looked for"),
    EnvironmentVariable("JAVA_HOME", "where Java lies, for --engine spark"),
    EnvironmentVariable("SSH_AUTH_SOCK", "the keys by which git fetches plugins over ssh"),
    EnvironmentVariable(
      "HTTPS_PROXY", "the proxy by which git fetches plugins and webhooks are sent"),
    EnvironmentVariable("NO_PROXY", "the servers that git and webhooks reach without a proxy"),
    EnvironmentVariable(
      "SSL_CERT_FILE", "the certificates by which git and webhooks trust servers"),
    EnvironmentVariable(
      "SSL_CERT_DIR", "the folder of certificates by which git and webhooks trust servers"),
    EnvironmentVariable(
      "TESSDATA_PREFIX", "where tesseract finds the data of languages", "its own"),
    EnvironmentVariable("WAYLAND_DISPLAY", "whether wl-copy can fill the clipboard"),
    EnvironmentVariable("DISPLAY", "whether xclip and xsel can fill the clipboard"),
    EnvironmentVariable(
      "TMPDIR", "where programs of rules get a folder of their own", "/tmp"),
    EnvironmentVariable(
      "JOURNAL_STREAM",
      "whether messages go to the system's journal, which is then told their levels"),
    EnvironmentVariable(
      "NOTIFY_SOCKET", "the socket of systemd for the message that a watch is ready"),
    EnvironmentVariable("WATCHDOG_USEC", "how often systemd wants a sign of life of a watch"),
    EnvironmentVariable("WATCHDOG_PID", "the process that the sign is wanted of"),
    EnvironmentVariable("TZ", "the time zone of this computer", "the system's"),
    EnvironmentVariable("TZDIR", "where time zones are described", "/usr/share/zoneinfo"),
    EnvironmentVariable("NO_COLOR", "messages without colour"),
    EnvironmentVariable("CLICOLOR_FORCE", "messages with colour, also without a terminal"),
    EnvironmentVariable("CLICOLOR", "0 for messages without colour"),
    EnvironmentVariable("COLUMNS", "how wide a table is that no terminal shows", "80"),
    EnvironmentVariable("TERM", "what the terminal can show; dumb for no colour"),
    EnvironmentVariable(
      "TERM_PROGRAM", "whether the terminal shows pictures, for shotflow pick"),
    EnvironmentVariable(
      "LC_TERMINAL", "whether the terminal shows pictures, for shotflow pick"),
    EnvironmentVariable("TMUX", "whether tmux is between shotflow and the terminal"),
    EnvironmentVariable("TMUX_PANE", "the pane whose terminal tmux is asked for"),
    EnvironmentVariable("STY", "whether screen is between shotflow and the terminal"),
    EnvironmentVariable("XTERM_VERSION", "how the terminal behaves when it is made narrower"),
    EnvironmentVariable("LD_LIBRARY_PATH", "where the decoder finds shared libraries, on Linux"),
    EnvironmentVariable("DYLD_LIBRARY_PATH", "where the decoder finds shared libraries, on macOS"),
  ]

  /// Returns the variables with their meanings, in the words for a tool of another name or folder.
  package static func terms(for tool: Tool) -> [TextBlock.Term] {
    all.map { variable in
      let standard = variable.standard.isEmpty ? "" : "; else \(variable.standard)"
      let text = (variable.meaning + standard)
        .replacing(/(\s|^)shotflow(\s|$)/) { "\($0.1)\(tool.name)\($0.2)" }
        .replacing(/\bshotflow\/(config|rules|plugins)/) { "\(tool.folder)/\($0.1)" }
      return TextBlock.Term(variable.name, text)
    }
  }
}
