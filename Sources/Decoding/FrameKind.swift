/// What a message is about; requests and responses share the kinds of work.
package enum FrameKind: UInt8, Sendable, CaseIterable {
  /// The first message of a decoder process.
  case greeting = 0
  case picture = 1
  case metadata = 2
  case failure = 3
  /// How far the picture at hand is; its answer still comes.
  case progress = 4
}
