internal import Decoding
internal import LuaBridge
internal import Pipeline
internal import Platform
internal import Sessions
internal import Terminal

/// A check of everything that shotflow needs on the computer, without changing anything.
struct Doctor {
  let tool: Tool
  private let pool = DecoderPool(limit: 1)

  func findings() -> [DoctorFinding] {
    [system, lua] + decoder + helpers + [containment] + programs + [desktop] + folders
      + [permissions, library]
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
      for (name, problem) in pool.libraries() { findings.append(Self.library(name, problem)) }
      return findings
    } catch {
      return [DoctorFinding(.problem, "decoder", error.message)]
    }
  }

  /// Returns the finding on a shared library that decoders load. A missing one is no problem, as
  /// photos are found without it.
  private static func library(_ name: String, _ problem: DecodeProblem?) -> DoctorFinding {
    let pictures =
      name == "libheif" ? "HEIF and AVIF pictures" : "GIF, WebP, TIFF and SVG pictures"
    return problem.map {
      DoctorFinding(
        $0.reason == .missingLibrary ? .note : .problem, name,
        "\(pictures) need it: \($0.message)")
    } ?? DoctorFinding(.ok, name, "found, for \(pictures)")
  }

  /// Returns the finding on the decoder's jail: a restriction that the system lacks is a problem.
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

  /// The findings on the helper programs that start a rule's programs, and that serve pages.
  private var helpers: [DoctorFinding] {
    ["exec", "page"].map { topic in
      let helper = InstalledExecutable("shotflow-\(topic)")
      return helper.path.map { DoctorFinding(.ok, topic, $0) }
        ?? DoctorFinding(.problem, topic, helper.remedy)
    }
  }

  /// The finding on how the system ends the processes that a rule's program leaves behind.
  private var containment: DoctorFinding {
    let (grade, means): (DoctorFinding.Grade, String) =
      switch ProgramContainment.ofSystem() {
      case .namespace: (.ok, "the kernel ends their PID namespace")
      case .group: (.ok, "the kernel ends their control group")
      case .signals: (.ok, "Landlock keeps the signals that end them to them")
      case .list:
        (
          .note,
          "killed one by one; a kernel from 6.12 on, or one that allows user namespaces, ends all"
            + " at once"
        )
      case nil: (.problem, "shotflow-exec can't be asked")
      }
    return DoctorFinding(grade, "processes", "of programs in rules: \(means)")
  }

  private var programs: [DoctorFinding] {
    let found = VideoPoster.programPaths()
    let stills = ["ffmpegthumbnailer", "ffmpeg"].map { name in
      found.first { $0.hasSuffix("/" + name) }
        .map { DoctorFinding(.ok, name, "\($0), for stills of videos") }
        ?? DoctorFinding(
          .note, name,
          found.isEmpty
            ? "not installed; it makes stills of videos: install the package \(name)"
            : "not installed; the other one makes stills of videos")
    }
    let others = tool.components.stages.programs
    return stills + others.map { DoctorFinding($0.path == nil ? .note : .ok, $0.name, $0.text) }
  }

  /// The finding on the desktop's service for notifications; no run requires it.
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

  private var permissions: DoctorFinding {
    do {
      let path = try tool.permissions().path
      let rules = try OutdatedGrants(in: tool).rules
      return rules.isEmpty
        ? DoctorFinding(.ok, "permissions", path)
        : DoctorFinding(.problem, "permissions", rules.map(\.remedy).joined(separator: "; "))
    } catch {
      return DoctorFinding(.problem, "permissions", "\(error)")
    }
  }

  /// The finding on the library that commands use if none is named.
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
    // A missing folder is created in the nearest existing one.
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
    // Opening the catalogue would create it, so that only an existing one is checked for damage.
    guard access(directories.catalogue, F_OK) == 0 else {
      return DoctorFinding(.ok, "catalogue", "\(directories.catalogue), not there yet")
    }
    let status = Catalogue(at: directories.catalogue).status()
    if let problem = status.problem {
      return DoctorFinding(.note, "catalogue", "\(status.path): \(problem)")
    }
    return DoctorFinding(.ok, "catalogue", "\(status.path), \(status.count) files")
  }

  private static func text<Characters>(_ characters: Characters) -> String {
    withUnsafeBytes(of: characters) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}

/// One line of `shotflow doctor`: a part, its state and its details.
struct DoctorFinding {
  enum Grade: String {
    /// A working part.
    case ok
    /// An optional part that is missing, or one that could be better.
    case note
    /// A part that won't work, or is less safe than possible.
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

  var cells: [String] { [grade.rawValue, topic, TerminalText.escaped(text)] }

  /// The finding as a JSON object with its line feed.
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
