internal import Decoding
internal import Media

/// Loads one asset's representations, as NSItemProvider does.
///
/// ```swift
/// let provider = ItemProvider(asset, in: context)
/// if provider.hasItemConforming(to: "public.image"), provider.canLoad(.object) { … }
/// ```
///
/// Confined, like the asset, to its worker; any thread may read its ``ItemProgress``.
public struct ItemProvider {
  /// A form in which an asset can be loaded.
  public enum Representation: String, CaseIterable, Sendable {
    /// The original's bytes.
    case data
    /// The original as a file.
    case file
    /// The picture, decoded.
    case object
  }

  /// The asset to load.
  package let asset: Asset
  /// The context of the run.
  package let context: RunContext

  /// True to accept damaged files, of which only the bytes are needed.
  package var acceptsDamage = false

  /// True to load a live photo without its movie if that is not on this computer.
  package var acceptsMissingMovie = false

  /// Creates a provider for an asset.
  public init(_ asset: Asset, in context: RunContext) {
    self.asset = asset
    self.context = context
  }

  /// The uniform type identifiers as which the original can be loaded, the most faithful first.
  public var registeredTypeIdentifiers: [String] {
    let identifier = asset.string(of: .uniformTypeIdentifier)
    let own = identifier.isEmpty ? [] : [identifier]
    return asset.isLivePhoto ? [UniformType.livePhoto] + own : own
  }

  /// True if one of the registered types is `identifier` or descends from it.
  public func hasItemConforming(to identifier: String) -> Bool {
    asset.hasItemConforming(to: identifier)
  }

  /// True if the representation can be requested; loading it may still fail.
  public func canLoad(_ representation: Representation) -> Bool {
    switch representation {
    case .data, .file: asset.pathBytes != nil
    case .object:
      hasItemConforming(to: "public.image") || hasItemConforming(to: "public.movie")
    }
  }

  /// The progress of the work on the item.
  package var progress: ItemProgress { asset.progress(of: context.link) }
}
