package import Pipeline
internal import Platform
package import Terminal

/// The parsed values of a run's options.
package struct RunSettings {
  package let now: Instant
  /// The choice of colours; nil if the request has none.
  let color: ColorChoice?
  let progress: ProgressMode
  let progressDescriptor: Int32?
  let outDescriptor: Int32?
  package let lanes: Int
  let permission: PermissionSettings
  /// The folders that the originals of catalogues were moved from, and where they are now.
  let roots: [LibraryRootMap.Move]

  /// Parses the values of a request's options; throws ``UsageProblem`` for an invalid value.
  package init(_ request: RunRequest) throws(UsageProblem) {
    color = try Self.color(request)
    now = try Self.moment(request.now)
    permission = try PermissionSettings(request)
    roots = try request.roots.map(Self.root)
    progress = try Self.choice(request.progress, "progress", ProgressMode.init) ?? .auto
    progressDescriptor = try Self.number(request.progressDescriptor, "progress-fd", 1...1_048_576)
      .map { Int32($0) }
    if let descriptor = progressDescriptor,
      let problem = FileDescriptors.problem(with: descriptor)
    {
      throw UsageProblem("--progress-fd \(descriptor) \(problem)")
    }
    // Lower numbers are the standard streams, which records may go to.
    outDescriptor = try Self.number(request.outDescriptor, "out-fd", 3...1_048_576)
      .map { Int32($0) }
    if let descriptor = outDescriptor {
      if let problem = FileDescriptors.problem(with: descriptor) {
        throw UsageProblem("--out-fd \(descriptor) \(problem)")
      }
      if descriptor == progressDescriptor {
        throw UsageProblem("--out-fd and --progress-fd need a descriptor each")
      }
    }
    lanes =
      try Self.number(request.lanes, "lanes", 1...256)
      ?? max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
  }

  private static func root(_ text: String) throws(UsageProblem) -> LibraryRootMap.Move {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2, parts[0].hasPrefix("/") else {
      throw UsageProblem(
        "--root takes a folder that a catalogue names and where it is now, such as"
          + " /srv/photos=~/Pictures, not \"\(text)\"")
    }
    do throws(LibraryProblem) {
      let new = try LibraryPath(parts[1], home: Environment["HOME"])
      return LibraryRootMap.Move(from: parts[0], to: new.path)
    } catch {
      throw UsageProblem("--root \(text): there is no folder \"\(parts[1])\"")
    }
  }

  /// Returns the choice of colours for messages; nil if the request has none.
  package static func color(_ request: RunRequest) throws(UsageProblem) -> ColorChoice? {
    try choice(request.color, "color", ColorChoice.init)
  }

  /// Returns the time of `--now`, the present for nil; throws ``UsageProblem`` for an invalid text.
  package static func moment(_ text: String?) throws(UsageProblem) -> Instant {
    guard let text else { return .current }
    guard let now = Instant(text) ?? relative(text) ?? epoch(text) else {
      throw UsageProblem(
        "--now takes a date such as 2015-09-27T21:29:40Z, a distance from now such as -30s or +1h,"
          + " or seconds since 1970, not \"\(text)\"")
    }
    return now
  }

  /// Returns the moment before or after the present: `-30s`, `+1h30m`; nil for another text.
  private static func relative(_ text: String) -> Instant? {
    guard text.hasPrefix("-") || text.hasPrefix("+"),
      let distance = Duration(text: String(text.dropFirst()))?.wholeMilliseconds
    else { return nil }
    return Instant.current.advanced(byMilliseconds: text.hasPrefix("-") ? -distance : distance)
  }

  /// Returns the time for seconds since 1970, with or without `@`; nil for another text, or after
  /// the year 9999, as greater numbers are most likely milliseconds.
  private static func epoch(_ text: String) -> Instant? {
    let digits = text.hasPrefix("@") ? text.dropFirst() : text[...]
    guard digits.first?.isNumber ?? false,
      digits.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }),
      let seconds = Double(digits), seconds < 253_402_300_800
    else { return nil }
    return Instant(milliseconds: Int64((seconds * 1000).rounded()))
  }

  private static func choice<Choice: CaseIterable & RawRepresentable<String>>(
    _ text: String?, _ name: String, _ make: (String) -> Choice?
  ) throws(UsageProblem) -> Choice? {
    guard let text else { return nil }
    if let choice = make(text) { return choice }
    let names = Choice.allCases.map(\.rawValue)
    throw UsageProblem(
      "--\(name) takes \(names.dropLast().joined(separator: ", ")) or \(names.last ?? ""), "
        + "not \"\(text)\"")
  }

  private static func number(
    _ text: String?, _ name: String, _ range: ClosedRange<Int>
  ) throws(UsageProblem) -> Int? {
    guard let text else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw UsageProblem(
        "--\(name) takes a number from \(range.lowerBound) to \(range.upperBound), not \"\(text)\"")
    }
    return number
  }
}

/// The options of a command line that concern permissions.
package struct PermissionSettings {
  let libraries: [String]
  /// The state that `--auth` sets for this run, to try the rule; nil for the stored state.
  let status: AuthorizationStatus?
  /// The local identifiers of the assets that the rule sees with `--auth limited`.
  let chosen: [[UInt8]]
  let allowed: [Capability]
  /// True if used capabilities are logged; false in a shard, as the whole run logs them.
  let areLogged: Bool

  /// The settings of a command line without options on permissions.
  static let none = PermissionSettings()

  private init() {
    (libraries, status, chosen, allowed, areLogged) = ([], nil, [], [], true)
  }

  /// Parses a command line's options on permissions; throws ``UsageProblem`` for an invalid value.
  init(_ request: RunRequest) throws(UsageProblem) {
    libraries = request.libraries
    status = try request.auth.map { (text) throws(UsageProblem) in try Self.status(text) }
    guard request.chosen.isEmpty || status == .limited else {
      throw UsageProblem("--chosen goes with --auth limited")
    }
    chosen = request.chosen.map { Array($0.utf8) }
    allowed = try Self.capabilities(request.allowed)
    areLogged = !request.shard.isPartial
  }

  /// Returns the capabilities in texts such as `exec,write`; throws ``UsageProblem`` for others.
  static func capabilities(_ texts: [String]) throws(UsageProblem) -> [Capability] {
    var found: [Capability] = []
    for name in texts.flatMap({ $0.split(separator: ",") }).map(String.init) {
      guard let capability = Capability(rawValue: name) else {
        throw UsageProblem(
          message(for: name, "allow", among: Capability.allCases.map(\.rawValue)))
      }
      if !found.contains(capability) { found.append(capability) }
    }
    return found
  }

  private static func status(_ text: String) throws(UsageProblem) -> AuthorizationStatus {
    if let status = AuthorizationStatus(rawValue: text) { return status }
    throw UsageProblem(
      message(for: text, "auth", among: AuthorizationStatus.allCases.map(\.rawValue)))
  }

  private static func message(for text: String, _ option: String, among names: [String]) -> String {
    "--\(option) takes \(NearestName.refusal(of: text, among: names))"
  }
}
