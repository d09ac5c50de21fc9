/// A browser's request to a library, in one line of JSON.
///
/// ```json
/// {"id":1,"source":{"album":"smartAlbumScreenshots"},"filter":{"sortedBy":"-creationDate"},"range":[0,60]}
/// ```
///
/// `source`, `filter` (one, or a list) and `load` have the form of a rule's stages;
/// `{"within":"30s"}` is the call `within("30s")`.
struct BrowseRequest {
  /// The request's identifier, which the answer repeats: a text or a whole number; nil without one.
  let id: ArgumentValue?
  let source: StageCall
  let filters: [StageCall]
  let load: StageCall?
  /// The indices, from 0, of the assets or albums to return; nil for all albums, but no assets.
  let range: Range<Int>?
  /// The `localIdentifier` of the asset whose index is returned; nil to return no index.
  let localIdentifier: String?
  /// True if the days, months or years of the assets are returned.
  let wantsPeriods: Bool
  /// The stage `observe` of a request for the changes of a fetch; nil for a fetch.
  let observe: StageCall?
  /// True if changes of the fetch are reported as they happen, beginning with the answer.
  let registers: Bool
  /// True if a registered fetch reports its changed assets, false if only that something changed.
  let compares: Bool
  /// True if the assets of the range that are found at once are enough.
  let isQuick: Bool
  /// True if records have what people typed: titles, captions, keywords, ratings.
  let isDescriptive: Bool
  /// True if lines report the progress of the answer.
  let wantsProgress: Bool

  private static let longestIdentifier = 256
  /// The greatest integer that every JSON reader represents exactly.
  private static let largestPlace: Int64 = 1 << 53

  /// Creates a request; throws ``BrowseProblem`` for a member that is unknown, invalid, or excluded
  /// by another, such as `range` by `register`.
  init(_ value: ArgumentValue) throws(BrowseProblem) {
    guard case .table(let members) = value else {
      throw BrowseProblem("a request is an object, such as {\"source\":{},\"range\":[0,60]}")
    }
    let names = [
      "id", "source", "filter", "load", "range", "index", "observe", "register", "compare",
      "progress", "periods", "quick", "descriptive",
    ]
    for member in members where !names.contains(member.name) {
      let remedy = NearestName.remedy(NearestName.of(member.name, among: names))
      throw BrowseProblem("a request has no member \"\(member.name)\"\(remedy)")
    }
    func member(_ name: String) -> ArgumentValue? { members.first { $0.name == name }?.value }
    id = try Self.identifier(member("id"))
    source = try Self.call("source", member("source") ?? .table([]))
    var filters: [StageCall] = []
    switch member("filter") {
    case nil: break
    case .list(let values)?: for value in values { filters.append(try Self.call("filter", value)) }
    case let value?: filters.append(try Self.call("filter", value))
    }
    self.filters = filters
    observe = try member("observe")
      .map { value throws(BrowseProblem) in try Self.call("observe", value) }
    wantsProgress = try Self.flag("progress", member("progress"))
    wantsPeriods = try Self.flag("periods", member("periods"))
    isQuick = try Self.flag("quick", member("quick"))
    isDescriptive = try Self.flag("descriptive", member("descriptive"))
    registers = try Self.flag("register", member("register"))
    let compare = member("compare")
    compares = compare == nil ? true : try Self.flag("compare", compare)
    load = try member("load").map { value throws(BrowseProblem) in try Self.call("load", value) }
    range = try Self.range(member("range"))
    switch member("index") {
    case nil: localIdentifier = nil
    case .text(let text)?: localIdentifier = text
    case let other?:
      throw BrowseProblem("index takes an asset's localIdentifier, not \(other.kind)")
    }
    let part = range != nil ? "range" : localIdentifier != nil ? "index" : nil
    if observe != nil || registers, let part = part ?? (wantsPeriods ? "periods" : nil) {
      throw BrowseProblem(
        "\(observe == nil ? "register" : "observe") gives all changes of a fetch; leave out "
          + part)
    }
    if isQuick, range == nil || localIdentifier != nil || wantsPeriods {
      throw BrowseProblem("quick is for a range, without index and periods")
    }
    if isDescriptive, range == nil {
      throw BrowseProblem("descriptive is for the assets of a range")
    }
    if !compares, !registers || observe != nil {
      throw BrowseProblem("compare is for register, without observe")
    }
    if registers, id == nil {
      throw BrowseProblem("register needs an id, by which unregister names it")
    }
  }

  private static func flag(
    _ name: String, _ value: ArgumentValue?
  ) throws(BrowseProblem) -> Bool {
    switch value {
    case nil: return false
    case .flag(let flag)?: return flag
    case let other?: throw BrowseProblem("\(name) takes true or false, not \(other.kind)")
    }
  }

  static func identifier(
    _ value: ArgumentValue?
  ) throws(BrowseProblem) -> ArgumentValue? {
    switch value {
    case nil, .integer?: return value
    case .text(let text)? where text.utf8.count <= longestIdentifier: return value
    default:
      throw BrowseProblem("id takes a whole number or a text of at most \(longestIdentifier) bytes")
    }
  }

  private static func range(_ value: ArgumentValue?) throws(BrowseProblem) -> Range<Int>? {
    guard let value else { return nil }
    if case .list(let ends) = value, ends.count == 2, case .integer(let from) = ends[0],
      case .integer(let to) = ends[1], (0...largestPlace).contains(from),
      (from...largestPlace).contains(to)
    {
      return Int(from)..<Int(to)
    }
    throw BrowseProblem("range takes two places, such as [0,60] for the first sixty")
  }

  private static func call(
    _ name: String, _ value: ArgumentValue
  ) throws(BrowseProblem) -> StageCall {
    guard case .table(let members) = value else {
      throw BrowseProblem("\(name) takes an object, not \(value.kind)")
    }
    return StageCall(name: name, arguments: [.table(members.map(withTests))], line: 0)
  }

  /// Turns objects in a field's value, such as `{"within":"30s"}`, into calls of test words.
  private static func withTests(_ member: ArgumentMember) -> ArgumentMember {
    ArgumentMember(
      member.name, withTests(member.value, isOfField: Field(name: member.name) != nil))
  }

  private static func withTests(_ value: ArgumentValue, isOfField: Bool) -> ArgumentValue {
    switch value {
    case .list(let values):
      return .list(values.map { withTests($0, isOfField: isOfField) })
    case .table(let members):
      guard isOfField, members.count == 1,
        let word = TestDescription.all.first(where: { $0.name == members[0].name })
      else { return .table(members.map(withTests)) }
      let argument = withTests(members[0].value, isOfField: true)
      var arguments = [argument]
      if word.isConstant {
        arguments = []
      } else if case .list(let values) = argument, word.usage.contains(",") {
        arguments = values
      }
      return .test(TestCall(name: word.name, arguments: arguments, line: 0))
    default: return value
    }
  }
}

struct BrowseProblem: Error, Hashable, Sendable {
  let message: String

  init(_ message: String) {
    self.message = message
  }

  init(_ problems: RuleProblems) {
    self.init(problems.problems.map(\.messageWithRemedy).joined(separator: "; "))
  }
}
