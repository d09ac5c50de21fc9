internal import Console
internal import Decoding
internal import JSON
internal import LuaBridge
internal import Pipeline
internal import Platform
internal import Terminals

/// Looks at all that shotflow needs of the computer. Changes nothing.
struct Doctor {
  private let tool: Tool
  private let pool = DecoderPool(limit: 1)

  init(_ tool: Tool) {
    self.tool = tool
  }

  func findings() -> [DoctorFinding] {
    [system, lua] + decoder + helpers + programs + [desktop] + folders
      + [library]
  }

  private var system: DoctorFinding {
    var facts = utsname()
    guard uname(&facts) == 0 else { return DoctorFinding(.note, "system", "unknown") }
    let name = Self.text(facts.sysname)
    let grade: DoctorFinding.Grade = ["Linux", "Darwin"].contains(name) ? .ok : .note
    return DoctorFinding(
      grade, "system", "\(name) \(Self.text(facts.release)) on \(Self.text(facts.machine))")
  }

  private var lua: DoctorFinding {
    let release = LuaRelease.linked
    return release.isRepaired
      ? DoctorFinding(.ok, "Lua", "\(release)")
      : DoctorFinding(
        .note, "Lua", "\(release); from 5.4.8 on, running out of memory damages nothing in it")
  }

  private var decoder: [DoctorFinding] {
    do throws(DecodeProblem) {
      let path = try pool.executablePath()
      let report = try pool.jailReport()
      var findings = [DoctorFinding(.ok, "decoder", path), Self.jail(report)]
      for (name, problem) in pool.libraries() {
        findings.append(
          problem.map { DoctorFinding(.problem, name, $0.message) }
            ?? DoctorFinding(.ok, name, "found"))
      }
      return findings
    } catch {
      return [DoctorFinding(.problem, "decoder", error.message)]
    }
  }

  /// What the system can close is told; what it can't is a problem of the system's.
  private static func jail(_ report: JailReport) -> DoctorFinding {
    let parts: [(JailReport, String)] = [
      (.noNewPrivileges, "no new privileges"), (.systemCalls, "few system calls (seccomp)"),
      (.fileSystem, "no files (Landlock)"), (.limits, "limits"),
    ]
    let closed = parts.filter { report.contains($0.0) }.map(\.1).joined(separator: ", ")
    let open = parts.filter { !report.contains($0.0) }.map(\.1).joined(separator: ", ")
    return open.isEmpty
      ? DoctorFinding(.ok, "jail", closed)
      : DoctorFinding(
        .problem, "jail",
        "reduced, the system lacks: \(open); it has: \(closed.isEmpty ? "nothing" : closed)")
  }

  /// What starts programs for rules, and what serves pages.
  private var helpers: [DoctorFinding] {
    ["exec", "page"].map { topic in
      let helper = InstalledExecutable("shotflow-\(topic)")
      return helper.path.map { DoctorFinding(.ok, topic, $0) }
        ?? DoctorFinding(.problem, topic, helper.remedy)
    }
  }

  private var programs: [DoctorFinding] {
    let found = VideoPoster.programPaths()
    let remedy = found.isEmpty ? "; one of the two makes stills of videos" : ""
    let stills = ["ffmpegthumbnailer", "ffmpeg"].map { name in
      found.first { $0.hasSuffix("/" + name) }.map { DoctorFinding(.ok, name, $0) }
        ?? DoctorFinding(found.isEmpty ? .problem : .note, name, "not installed" + remedy)
    }
    let others = tool.components.stages.programs
    return stills + others.map { DoctorFinding($0.path == nil ? .note : .ok, $0.name, $0.text) }
  }

  /// What shows notifications; no run needs it.
  private var desktop: DoctorFinding {
    do throws(NotifierProblem) {
      return DoctorFinding(.ok, "desktop", try DesktopNotifier().service())
    } catch {
      return DoctorFinding(.note, "desktop", error.reason)
    }
  }

  private var folders: [DoctorFinding] {
    do {
      let directories = try tool.directories()
      return [
        Self.folder("state", directories.state, isNeeded: true), ledger(directories),
        Self.folder("cache", directories.cache, isNeeded: false), Self.catalogue(directories),
        Self.folder("configuration", directories.configuration, isNeeded: false),
      ]
    } catch {
      return [DoctorFinding(.problem, "state", "\(error)")]
    }
  }

  /// The library of commands that name none.
  private var library: DoctorFinding {
    do {
      let choice = try LibraryChoice.unnamed(try tool.configuration())
      return choice.names.isEmpty
        ? DoctorFinding(.note, "library", choice.absence.description)
        : DoctorFinding(.ok, "library", choice.summary)
    } catch {
      return DoctorFinding(.problem, "library", "\(error)")
    }
  }

  private static func folder(
    _ topic: String, _ path: String, isNeeded: Bool
  ) -> DoctorFinding {
    // What is not there yet will be made in what is.
    var existing = path
    while access(existing, F_OK) != 0, existing != "/", existing.contains("/") {
      existing = String(existing[..<(existing.lastIndex(of: "/") ?? existing.startIndex)])
      if existing.isEmpty { existing = "/" }
    }
    let fileSystem = FileSystem.holding(existing)
    let text = path + (fileSystem.map { " on \($0.name)" } ?? "")
    if isNeeded, fileSystem?.isRemote == true {
      return DoctorFinding(.problem, topic, text + ", which processes can't share")
    }
    guard access(existing, W_OK) == 0 else {
      let reason = String(cString: strerror(errno)).lowercased()
      return DoctorFinding(isNeeded ? .problem : .note, topic, "\(text): \(reason)")
    }
    return DoctorFinding(.ok, topic, existing == path ? text : text + ", not there yet")
  }

  private func ledger(_ directories: StateDirectories) -> DoctorFinding {
    let path = directories.ledger
    do throws(LedgerError) {
      guard let ledger = try Ledger.existing(at: path) else {
        return DoctorFinding(.ok, "ledger", "\(path), not there yet")
      }
      var (count, unconfirmed) = (0, 0)
      try ledger.forEachEntry { entry in
        count += 1
        if entry.state == .unconfirmed { unconfirmed += 1 }
      }
      let text = "\(path), \(count) \(count == 1 ? "entry" : "entries")\(try ledger.outboxNote())"
      if unconfirmed == 0 { return DoctorFinding(.ok, "ledger", text) }
      return DoctorFinding(
        .note, "ledger",
        "\(text), \(unconfirmed) unconfirmed; \"\(tool.name) ledger list\" shows them")
    } catch {
      return DoctorFinding(.problem, "ledger", error.message(for: tool.name))
    }
  }

  private static func catalogue(_ directories: StateDirectories) -> DoctorFinding {
    // Asking makes one where there is none, and only what is there can be out of order.
    guard access(directories.catalogue, F_OK) == 0 else {
      return DoctorFinding(.ok, "catalogue", "\(directories.catalogue), not there yet")
    }
    let status = Catalogue(at: directories.catalogue).status()
    if let problem = status.problem {
      return DoctorFinding(.note, "catalogue", "\(status.path): \(problem)")
    }
    return DoctorFinding(.ok, "catalogue", "\(status.path), \(status.count) files")
  }

  /// A text of C in an array.
  private static func text<Characters>(_ characters: Characters) -> String {
    withUnsafeBytes(of: characters) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}

/// One thing that `shotflow doctor` has looked at.
struct DoctorFinding {
  enum Grade: String {
    /// It is as it should be.
    case ok
    /// It could be better, or is not there and may be missing.
    case note
    /// Something will not work, or is less safe than it could be.
    case problem

    func shown(_ text: String, _ style: Style) -> String {
      switch self {
      case .ok: style.green(text)
      case .note: style.yellow(text)
      case .problem: style.bold(style.red(text))
      }
    }
  }

  let grade: Grade
  let topic: String
  let text: String

  init(_ grade: Grade, _ topic: String, _ text: String) {
    self.grade = grade
    self.topic = topic
    self.text = text
  }

  /// The cells of a table.
  var cells: [String] { [grade.rawValue, topic, TerminalText.escaped(text)] }

  /// A JSON object with its line feed.
  var record: String {
    var writer = RecordWriter(capacity: 512)
    writer.begin(kind: "finding")
    writer.write("topic", topic)
    writer.write("grade", grade.rawValue)
    writer.write("text", text)
    writer.end()
    return String(decoding: writer.buffer.bytes, as: UTF8.self)
  }
}
