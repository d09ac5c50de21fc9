/// The transformation of stored pixels for display, with TIFF's numbers 1…8 (TIFF 6.0, tag 274). It
/// is stored as "mirror horizontally, then rotate clockwise", the form in which two transformations
/// combine.
struct Orientation: Equatable {
  private var isMirrored = false
  private var quarterTurns = 0

  static let upright = Orientation()

  private init() {}

  /// Creates an orientation from EXIF's number; nil for a number outside 1…8.
  init?(number: UInt64) {
    switch number {
    case 1: break
    case 2: isMirrored = true
    case 3: quarterTurns = 2
    case 4: (isMirrored, quarterTurns) = (true, 2)
    case 5: (isMirrored, quarterTurns) = (true, 3)
    case 6: quarterTurns = 1
    case 7: (isMirrored, quarterTurns) = (true, 1)
    case 8: quarterTurns = 3
    default: return nil
    }
  }

  /// Creates a rotation by a multiple of 90 degrees; upright for any other number.
  init(degreesClockwise degrees: UInt32) {
    if degrees <= 270, degrees % 90 == 0 { quarterTurns = Int(degrees / 90) }
  }

  var number: UInt8 {
    switch (isMirrored, quarterTurns) {
    case (false, 1): 6
    case (false, 2): 3
    case (false, 3): 8
    case (true, 0): 2
    case (true, 1): 7
    case (true, 2): 4
    case (true, 3): 5
    default: 1
    }
  }

  var swapsSides: Bool { quarterTurns & 1 == 1 }

  mutating func turnClockwise(_ quarters: Int) {
    quarterTurns = (quarterTurns &+ quarters) & 3
  }

  mutating func mirrorLeftToRight() {
    isMirrored.toggle()
    quarterTurns = (4 &- quarterTurns) & 3
  }

  mutating func mirrorTopToBottom() {
    mirrorLeftToRight()
    turnClockwise(2)
  }
}
