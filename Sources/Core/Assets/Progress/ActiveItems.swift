internal import Platform
internal import Synchronization

/// The items that a run is working on, for displays; safe from any thread.
///
/// An item is listed while the run works on it. Observers can have events kept until they take
/// them, so that an item can be shown from its first fraction to its last, however short it is.
public final class ActiveItems: Sendable {
  /// The sets of events that can be kept.
  public enum Watch: Sendable {
    /// The beginning and end of each work on a large item.
    case large
    /// The beginning and end of each work, and for large items each step of a hundredth.
    case all
  }

  private struct State {
    var items: [ItemProgress] = []
    var events: [ItemSnapshot] = []
    var watch: Watch?
    var wake: (@Sendable () -> Void)?
  }

  private let state = Lock(State())
  private let keepsSteps = Atomic(false)

  /// The size in bytes from which an item is large.
  package static let large: Int64 = 32 << 20

  init() {}

  /// Starts to keep events for ``take()``.
  ///
  /// - Parameter wake: called on any thread when there is an event to take.
  public func watch(_ watch: Watch, _ wake: @escaping @Sendable () -> Void) {
    state.withLock { state in (state.watch, state.wake) = (watch, wake) }
    keepsSteps.store(watch == .all, ordering: .relaxed)
  }

  /// Stops keeping events.
  public func endWatch() {
    keepsSteps.store(false, ordering: .relaxed)
    state.withLock { state in (state.watch, state.wake, state.events) = (nil, nil, []) }
  }

  /// The progress of the items being worked on, in the order in which their work began.
  public var readings: [ItemSnapshot] { state.withLock { $0.items.map(\.reading) } }

  /// Returns and removes the kept events, in order, and the progress of each item being worked on.
  /// For one item, fractions never decrease from one call to the next.
  public func take() -> (events: [ItemSnapshot], atHand: [ItemSnapshot]) {
    state.withLock { state in
      defer { state.events = [] }
      return (state.events, state.items.map(\.reading))
    }
  }

  func add(_ item: ItemProgress) {
    note(item) { $0.items.append(item) }
  }

  func remove(_ item: ItemProgress) {
    note(item) { state in state.items.removeAll { $0 === item } }
  }

  func step(_ item: ItemProgress) {
    guard keepsSteps.load(ordering: .relaxed), item.totalUnitCount >= Self.large else { return }
    note(item) { _ in }
  }

  private func note(_ item: ItemProgress, _ change: (inout State) -> Void) {
    let isLarge = item.totalUnitCount >= Self.large
    let wake = state.withLock { state -> (@Sendable () -> Void)? in
      change(&state)
      guard let watch = state.watch, isLarge || watch == .all else { return nil }
      state.events.append(item.reading)
      return state.wake
    }
    wake?()
  }
}
