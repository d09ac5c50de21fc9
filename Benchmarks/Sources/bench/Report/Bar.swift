/// The bar that a row has to reach.
enum Bar {
  /// As long as the peer takes, times this, at most.
  case atMost(Double)
  /// This many times faster than the peer, at least.
  case faster(Double)
  /// Nanoseconds an asset, at most.
  case nanoseconds(Double)
  /// So many milliseconds longer than doing nothing takes, at most.
  case more(Double)
  /// Nothing; the row is there to explain others.
  case none

  var text: String {
    switch self {
    case .atMost(let limit): "≤ \(Figure.plain(limit)) x"
    case .faster(let limit): "≥ \(Figure.plain(limit)) x faster"
    case .nanoseconds(let limit): "≤ \(Figure.plain(limit)) ns"
    case .more(let limit): "≤ \(Figure.plain(limit)) ms"
    case .none: ""
    }
  }

  /// - Parameter value: ours divided by the peer's, or nanoseconds, or milliseconds.
  func holds(for value: Double) -> Bool {
    switch self {
    case .atMost(let limit), .nanoseconds(let limit), .more(let limit): value <= limit
    case .faster(let limit): value > 0 && 1 / value >= limit
    case .none: true
    }
  }

  /// A ratio in the bar's own terms.
  func text(for ratio: Double) -> String {
    if case .faster = self {
      return ratio > 0 ? "\(Figure.significant(1 / ratio)) x faster" : "?"
    }
    return "\(Figure.significant(ratio)) x"
  }
}
