/// The properties of a stage that the planner uses, which never decides by a stage's name.
///
/// ```swift
/// var traits: StageTraits { StageTraits(albums: .members, observation: .fetch) }
/// ```
public struct StageTraits: Sendable {
  /// True if tests of later stages may be done before this stage without changing the result.
  public var letsTestsPass: Bool
  /// The objects that the stage processes if the source lists albums.
  public var albums: AlbumBehaviour
  /// The positions allowed for the stage in a rule that observes its fetch.
  public var observation: ObservedUse
  /// The kind of input, for a source; for other stages, the libraries that they read.
  public var input: InputBehaviour
  /// The changes that the stage makes outside of the run.
  public var action: ActionBehaviour
  /// The settings of a stage that offers assets to the user; nil for all others.
  public var offers: OfferBehaviour?
  /// True if the stage returns other records than those of assets, so that no stage can follow it.
  package var isLast = false
  /// True if the stage drops assets that were offered in earlier runs.
  package var remembersOffers = false

  public init(
    letsTestsPass: Bool = false, albums: AlbumBehaviour = .assets,
    observation: ObservedUse = .none, input: InputBehaviour = InputBehaviour(),
    action: ActionBehaviour = ActionBehaviour(), offers: OfferBehaviour? = nil
  ) {
    self.letsTestsPass = letsTestsPass
    self.albums = albums
    self.observation = observation
    self.input = input
    self.action = action
    self.offers = offers
  }

  /// The traits of a stage that processes each asset by itself.
  public static var perAsset: StageTraits { StageTraits(albums: .members, observation: .fetch) }

  /// The traits of a stage that changes something outside of the run, such as sending a message. It
  /// gets no asset that was offered before and not accepted.
  public static var acting: StageTraits { StageTraits(action: ActionBehaviour(.always)) }

  /// The traits of a stage that needs a capability for an action, worded to follow its name.
  package static func acting(_ capability: Capability, _ action: String) -> StageTraits {
    StageTraits(action: ActionBehaviour(needing: CapabilityNeed(capability, action)))
  }
}

/// The use of a stage in a rule whose source lists albums.
public struct AlbumBehaviour: Sendable {
  /// The objects that the stage processes.
  public var use: AlbumUse
  /// The name of an option that the rule sets and that only makes sense for albums; nil for none.
  public var option: String?
  /// The remedy in messages, if another option makes the stage suitable for albums; else nil.
  public var remedy: String?
  /// True if albums without any matching asset are kept.
  public var keepsEmpty: Bool

  public init(
    _ use: AlbumUse = .assets, option: String? = nil, remedy: String? = nil,
    keepsEmpty: Bool = false
  ) {
    self.use = use
    self.option = option
    self.remedy = remedy
    self.keepsEmpty = keepsEmpty
  }

  /// The behaviour of a stage that processes only assets.
  public static var assets: AlbumBehaviour { AlbumBehaviour(.assets) }
  /// The behaviour of a stage that processes the assets of each album.
  public static var members: AlbumBehaviour { AlbumBehaviour(.members) }
  /// The behaviour of a stage that processes the albums themselves.
  public static var albums: AlbumBehaviour { AlbumBehaviour(.albums) }
}

/// The objects that a stage processes if the source lists albums.
public enum AlbumUse: Sendable {
  /// Only assets; the stage can't be used after a source of albums.
  case assets
  /// Assets; after a source of albums, the assets of each album.
  case members
  /// Albums themselves, after their assets were counted.
  case albums
}

/// The positions allowed for a stage in a rule that observes its fetch.
public enum ObservedUse: Hashable, Sendable {
  /// Before `observe`: the stage belongs to the fetch, and its result depends only on the assets.
  case fetch
  /// After `observe`: the stage adds data to assets and drops none.
  case content
  /// No position; the stage can't be used in such a rule.
  case none
  /// The stage reports the changes since a token; if that is empty, since the first fetch.
  case observer(since: String)

  /// The token from which the stage reports changes; nil for all other stages.
  package var since: String? { if case .observer(let since) = self { since } else { nil } }
}

/// The properties of a source's input, and the other libraries that a stage reads.
public struct InputBehaviour: Sendable {
  /// True if the source reads standard input.
  public var isStandardInput: Bool
  /// True if a source that reads standard input also reads libraries that the user names.
  public var readsNamedLibraries: Bool
  /// True if the source lists albums instead of assets.
  public var listsAlbums: Bool
  /// The library that the rule itself names; nil if the user names the libraries.
  public var ownLibrary: RuleLibrary?
  /// True if the source also returns the hidden assets of a library.
  public var includesHidden: Bool
  /// True if a watched source also returns assets that arrived while no watch was running.
  package var catchesUp = false
  /// The libraries, besides those of the source, with whose files a stage behind it compares assets.
  package var otherLibraries: [String] = []

  public init(
    isStandardInput: Bool = false, readsNamedLibraries: Bool = false, listsAlbums: Bool = false,
    ownLibrary: RuleLibrary? = nil, includesHidden: Bool = false
  ) {
    self.isStandardInput = isStandardInput
    self.readsNamedLibraries = readsNamedLibraries
    self.listsAlbums = listsAlbums
    self.ownLibrary = ownLibrary
    self.includesHidden = includesHidden
  }
}

/// The settings of a stage that offers assets to the user.
public struct OfferBehaviour: Sendable {
  /// The assets that later stages may act on.
  public var use: OfferUse
  /// The milliseconds without an offer after which a watch notifies the user; nil for no limit.
  package var quietTime: Int64?

  public init(_ use: OfferUse) {
    self.use = use
  }

  package init(_ use: OfferUse, quietTime: Int64?) {
    self.use = use
    self.quietTime = quietTime
  }
}

/// The offered assets that later stages may act on.
public enum OfferUse: Sendable {
  /// Assets that the user accepted.
  case needsAnswer
  /// Assets that the user accepted, and those that were delivered because no user could be asked.
  case unattended
}
