/// The traits of a stage, by which the planner decides. It never uses a stage's name.
///
/// ```swift
/// var traits: StageTraits { StageTraits(albums: .members, observation: .fetch) }
/// ```
public struct StageTraits: Sendable {
  /// True if tests of later stages may be done before this stage without changing what comes out.
  public var letsTestsPass: Bool
  /// The use of the stage where the source lists albums.
  public var albums: AlbumBehaviour
  /// The position that the stage may have in a rule that observes its fetch.
  public var observation: ObservedUse
  /// The input of a source.
  public var input: InputBehaviour
  /// The effects outside of the run.
  public var action: ActionBehaviour
  /// The limits of a stage that offers assets to the user; nil for all others.
  public var offers: OfferBehaviour?
  /// True if the stage returns other records than those of assets, so that no stage can follow it.
  package var isLast = false

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

  /// The traits of a stage that looks at one asset after the other.
  public static var perAsset: StageTraits { StageTraits(albums: .members, observation: .fetch) }

  /// The traits of a stage with effects outside of the run, such as sending a message. It gets no
  /// asset that was offered before and not accepted.
  public static var acting: StageTraits { StageTraits(action: ActionBehaviour(.always)) }

  /// The traits of a stage that acts with a permission for an action, in words that follow its name.
  package static func acting(_ capability: Capability, _ action: String) -> StageTraits {
    StageTraits(action: ActionBehaviour(needing: CapabilityNeed(capability, action)))
  }

  /// The traits of a stage that acts if the user named a folder or a descriptor for its files, and
  /// has no effects outside of the run otherwise.
  public static var actingOnOutput: StageTraits { StageTraits(action: ActionBehaviour(.onOutput)) }
}

/// The use of a stage where the source lists albums.
public struct AlbumBehaviour: Sendable {
  /// The objects that the stage processes.
  public var use: AlbumUse
  /// An option that was used and that only makes sense for albums.
  public var option: String?
  /// The remedy in messages, for a stage that another option makes suitable for albums.
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

  /// Processes only assets.
  public static var assets: AlbumBehaviour { AlbumBehaviour(.assets) }
  /// Processes the assets of each album.
  public static var members: AlbumBehaviour { AlbumBehaviour(.members) }
  /// Processes the albums themselves.
  public static var albums: AlbumBehaviour { AlbumBehaviour(.albums) }
}

/// The objects that a stage processes where the source lists albums.
public enum AlbumUse: Sendable {
  /// Only assets, so that it can't be used behind a source of albums.
  case assets
  /// Assets, or those of each album.
  case members
  /// Albums themselves, once their assets were counted.
  case albums
}

/// The position that a stage may have in a rule that observes its fetch.
public enum ObservedUse: Hashable, Sendable {
  /// Before `observe`: it belongs to the fetch, and its result depends only on the assets.
  case fetch
  /// Behind `observe`: it adds data to an asset, and drops none.
  case content
  /// Nowhere.
  case none
  /// The stage reports the changes since a token; since the first fetch if that is empty.
  case observer(since: String)

  /// The token since which the stage reports changes; nil for all other stages.
  package var since: String? { if case .observer(let since) = self { since } else { nil } }
}

/// The input of a source.
public struct InputBehaviour: Sendable {
  /// True if it reads standard input.
  public var isStandardInput: Bool
  /// True if a source that reads standard input reads libraries that the user named, too.
  public var readsNamedLibraries: Bool
  /// True if it lists albums instead of assets.
  public var listsAlbums: Bool
  /// The library that the rule names itself; nil for those that the user names.
  public var ownLibrary: RuleLibrary?
  /// True if it also returns the hidden assets of a library.
  public var includesHidden: Bool
  /// True if a watched source also returns assets that arrived while no watch was running.
  package var catchesUp = false

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

/// The limits of a stage that offers assets to the user.
public struct OfferBehaviour: Sendable {
  /// The assets that later stages may act on.
  public var use: OfferUse
  /// The time in milliseconds without an offer under a watch after which the user is notified; nil
  /// for no limit.
  package var quietTime: Int64?

  public init(_ use: OfferUse) {
    self.use = use
  }

  package init(_ use: OfferUse, quietTime: Int64?) {
    self.use = use
    self.quietTime = quietTime
  }
}

/// The assets that later stages may act on, behind a stage that offers assets.
public enum OfferUse: Sendable {
  /// Assets that the user accepted.
  case needsAnswer
  /// Also assets that were delivered because no user could be asked.
  case unattended
}
