internal import Synchronization

/// The items that a run works on right now, for those who show it; safe from any thread.
///
/// An item is here while a work on it lasts. The beginning and the end of the work on a large item
/// are kept until they are taken, so that who shows them shows each such item from its first
/// fraction to its last, however long that takes.
public final class ItemsAtHand: Sendable {
  private struct State {
    var items: [ItemProgress] = []
    var events: [ItemReading] = []
    var wake: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  /// The bytes from which on an item is large.
  package static let large: Int64 = 32 << 20

  init() {}

  /// Has the beginnings and the ends of large items kept from now on.
  ///
  /// - Parameter wake: is called, on any thread, when there is one to take; nil to keep no more.
  public func watch(_ wake: (@Sendable () -> Void)?) {
    state.withLock { state in
      state.wake = wake
      if wake == nil { state.events = [] }
    }
  }

  /// How far the items at hand are, the one begun first in front.
  public var readings: [ItemReading] { state.withLock { $0.items.map(\.reading) } }

  /// The beginnings and ends that were not taken yet, in order, and then how far each item at hand
  /// is; of one item, no fraction is less than one that was taken before.
  public func take() -> (events: [ItemReading], atHand: [ItemReading]) {
    state.withLock { state in
      defer { state.events = [] }
      return (state.events, state.items.map(\.reading))
    }
  }

  func add(_ item: ItemProgress, isLarge: Bool) {
    note(item, isLarge: isLarge) { $0.items.append(item) }
  }

  func remove(_ item: ItemProgress) {
    note(item, isLarge: item.totalUnitCount >= Self.large) { state in
      state.items.removeAll { $0 === item }
    }
  }

  private func note(_ item: ItemProgress, isLarge: Bool, _ change: (inout State) -> Void) {
    let wake = state.withLock { state -> (@Sendable () -> Void)? in
      change(&state)
      guard isLarge, let wake = state.wake else { return nil }
      state.events.append(item.reading)
      return wake
    }
    wake?()
  }
}
