internal import Platform
internal import Synchronization

/// The items that a run works on right now, for those who show it; safe from any thread.
///
/// An item is here while a work on it lasts. For those who watch, events of items are kept until
/// they are taken, so that an item can be shown from its first fraction to its last, however long
/// that takes.
public final class ItemsAtHand: Sendable {
  /// Which of the things that happen to items are kept.
  public enum Watch: Sendable {
    /// The beginnings and the ends of the works on large items.
    case large
    /// Those of all items, and of large ones each step of a hundredth.
    case all
  }

  private struct State {
    var items: [ItemProgress] = []
    var events: [ItemReading] = []
    var watch: Watch?
    var wake: (@Sendable () -> Void)?
  }

  private let state = Lock(State())
  private let keepsSteps = Atomic(false)

  /// The bytes from which on an item is large.
  package static let large: Int64 = 32 << 20

  init() {}

  /// Has things that happen kept from now on.
  ///
  /// - Parameter wake: is called, on any thread, when there is something to take.
  public func watch(_ watch: Watch, _ wake: @escaping @Sendable () -> Void) {
    state.withLock { state in (state.watch, state.wake) = (watch, wake) }
    keepsSteps.store(watch == .all, ordering: .relaxed)
  }

  /// Has nothing kept any more.
  public func endWatch() {
    keepsSteps.store(false, ordering: .relaxed)
    state.withLock { state in (state.watch, state.wake, state.events) = (nil, nil, []) }
  }

  /// How far the items at hand are, the one begun first in front.
  public var readings: [ItemReading] { state.withLock { $0.items.map(\.reading) } }

  /// The events that were not taken yet, in order, and then how far each item at hand is; of one
  /// item, no fraction is less than one that was taken before.
  public func take() -> (events: [ItemReading], atHand: [ItemReading]) {
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

  /// Tells that an item is a hundredth further.
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
