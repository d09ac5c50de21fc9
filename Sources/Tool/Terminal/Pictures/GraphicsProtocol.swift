package import Pipeline
internal import Platform

/// A protocol for pictures on a terminal.
package enum GraphicsProtocol: Hashable, Sendable {
  /// The graphics protocol of kitty.
  case kitty
  /// The graphics of kitty through tmux; characters in tmux's text reserve the cells.
  case kittyInTmux
  /// The inline images of iTerm2.
  case iTerm
  /// DEC's sixels, with a palette.
  case sixel(SixelPalette)
  /// No protocol: two pixels in each cell, by characters and colours.
  case blocks(BlockColors)

  /// Chooses the protocol by environment variables; nil if the terminal is not known to have one, and
  /// not enough colours for characters.
  package init?(isColored: Bool, environment variable: (String) -> String?) {
    let terminal = variable("TERM") ?? ""
    // A multiplexer doesn't pass on pictures to the outer terminal.
    let isInside =
      variable("TMUX") != nil || variable("STY") != nil || terminal.hasPrefix("screen")
      || terminal.hasPrefix("tmux")
    switch (terminal, variable("TERM_PROGRAM") ?? variable("LC_TERMINAL") ?? "") {
    case ("xterm-kitty", _) where !isInside, ("xterm-ghostty", _) where !isInside,
      (_, "ghostty") where !isInside:
      self = .kitty
    case (_, "iTerm.app") where !isInside, (_, "iTerm2") where !isInside,
      (_, "WezTerm") where !isInside:
      self = .iTerm
    default:
      guard isColored, let colors = BlockColors(environment: variable) else { return nil }
      self = .blocks(colors)
    }
  }

  /// Chooses the protocol, other than sixels, that a terminal reports to support; nil for none.
  package init?(name: String, hasKitty: Bool) {
    if hasKitty {
      self = .kitty
    } else if ["iTerm2", "WezTerm", "mintty"].contains(where: { name.hasPrefix($0) }) {
      self = .iTerm
    } else {
      return nil
    }
  }

  /// Chooses a protocol whose pictures tmux keeps in place, by the outer terminal's name, or nil.
  package init?(aroundTmux name: String) {
    guard name.hasPrefix("ghostty") || Self.isKittyWithPlaces(name) else { return nil }
    self = .kittyInTmux
  }

  /// Returns true for a name such as `kitty(0.28.1)`; since 0.28 it has characters for pictures.
  private static func isKittyWithPlaces(_ name: String) -> Bool {
    guard name.hasPrefix("kitty(") else { return false }
    let numbers = name.dropFirst(6).prefix { $0 != ")" }.split(separator: ".").map { Int($0) ?? 0 }
    return numbers.count > 1 && (numbers[0], numbers[1]) >= (0, 28)
  }

  private static let pieceSize = 4096

  /// Returns the sequences that show a picture at the cursor, over `columns` × `rows` cells. One
  /// with the same number that is shown later replaces it on some terminals.
  package func escapes(
    _ picture: OfferPicture, columns: Int, rows: Int, in size: TerminalSize, number: Int = 1
  ) -> String {
    switch self {
    case .iTerm: Self.iTerm(StoredPNG(picture).bytes, columns, rows)
    case .kitty: Self.kitty(Self.format(of: picture), number, picture.pixels, columns, rows)
    case .kittyInTmux: TmuxPicture(Self.format(of: picture), picture.pixels, columns, rows).text
    case .sixel(let palette):
      SixelText(
        picture, width: columns * size.cellWidth, height: rows * size.cellHeight, palette
      ).text
    case .blocks(let colors): BlockText(picture, columns: columns, rows: rows, colors).escapes
    }
  }

  /// The sequence that removes a picture; empty if erasing the cells removes it.
  package var removal: String {
    switch self {
    case .kitty: "\u{1B}_Ga=d,d=I,i=1,q=2\u{1B}\\"
    case .kittyInTmux: TmuxPicture.removal
    case .iTerm, .sixel, .blocks: ""
    }
  }

  private static func iTerm(_ png: [UInt8], _ columns: Int, _ rows: Int) -> String {
    "\u{1B}]1337;File=inline=1;size=\(png.count);width=\(columns);height=\(rows);"
      + "preserveAspectRatio=1:\(base64(png))\u{7}"
  }

  private static func format(of picture: OfferPicture) -> String {
    "f=\(picture.hasAlpha ? 32 : 24),s=\(picture.width),v=\(picture.height)"
  }

  private static func kitty(
    _ format: String, _ number: Int, _ bytes: [UInt8], _ columns: Int, _ rows: Int
  ) -> String {
    kittyPieces("a=T,\(format),i=\(number),q=2,C=1,c=\(columns),r=\(rows),", bytes)
      .map { "\u{1B}\($0)\u{1B}\\" }.joined()
  }

  /// Returns the sequences that send a picture to kitty, without introducers and terminators; the
  /// first one begins with `keys`, such as the size.
  static func kittyPieces(_ keys: String, _ bytes: [UInt8]) -> [String] {
    var pieces: [String] = []
    var rest = base64(bytes).utf8[...]
    while !rest.isEmpty {
      let piece = rest.prefix(pieceSize)
      rest = rest.dropFirst(piece.count)
      pieces.append(
        "_G\(pieces.isEmpty ? keys : "")m=\(rest.isEmpty ? 0 : 1);\(Substring(piece))")
    }
    return pieces
  }

  private static func base64(_ bytes: [UInt8]) -> String {
    var buffer = ByteBuffer(capacity: bytes.count / 3 * 4 + 8)
    bytes.withUnsafeBytes { buffer.append(base64: $0) }
    // The buffer has them between the quotes of a JSON string.
    return String(decoding: buffer.bytes.dropFirst().dropLast(), as: UTF8.self)
  }
}
