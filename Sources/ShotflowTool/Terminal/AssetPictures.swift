internal import JSON

/// Shows pictures of assets on a terminal that is known to show them.
struct AssetPictures {
  /// A protocol for pictures on a terminal.
  enum Language {
    /// The graphics protocol of kitty.
    case kitty
    /// The inline images of iTerm2.
    case iTerm

    /// The protocol of the terminal; nil for a terminal that is not known to show pictures.
    ///
    /// - Parameter variables: of the environment.
    init?(_ variables: [String: String]) {
      let terminal = variables["TERM"] ?? ""
      // A multiplexer keeps pictures from the terminal around it.
      guard variables["TMUX"] == nil, variables["STY"] == nil, !terminal.hasPrefix("screen"),
        !terminal.hasPrefix("tmux")
      else { return nil }
      switch (terminal, variables["TERM_PROGRAM"] ?? variables["LC_TERMINAL"] ?? "") {
      case ("xterm-kitty", _), ("xterm-ghostty", _), (_, "ghostty"): self = .kitty
      case (_, "iTerm.app"), (_, "iTerm2"), (_, "WezTerm"): self = .iTerm
      default: return nil
      }
    }
  }

  /// A picture as a PNG.
  struct Picture {
    let png: [UInt8]
    let width: Int
    let height: Int
  }

  private let language: Language
  private let picture: (Int) -> Picture?

  /// - Parameter picture: makes the picture of the asset at a place; nil where there is none.
  init(_ language: Language, of picture: @escaping (Int) -> Picture?) {
    self.language = language
    self.picture = picture
  }

  /// The pieces in which kitty takes a picture.
  private static let pieceSize = 4096

  /// The sequences that show an asset's picture at the cursor; nil without a picture.
  ///
  /// - Parameter area: how many cells it may take.
  func escapes(
    _ place: Int, _ area: (columns: Int, rows: Int), _ cells: ChooserScreen.Size
  ) -> String? {
    guard let picture = picture(place), picture.width > 0, picture.height > 0 else { return nil }
    let scale = min(
      Double(area.columns * cells.cellWidth) / Double(picture.width),
      Double(area.rows * cells.cellHeight) / Double(picture.height))
    let columns = Self.cells(Double(picture.width) * scale, cells.cellWidth, area.columns)
    let rows = Self.cells(Double(picture.height) * scale, cells.cellHeight, area.rows)
    let text = Self.base64(picture.png)
    switch language {
    case .iTerm:
      return "\u{1B}]1337;File=inline=1;size=\(picture.png.count);width=\(columns);height=\(rows);"
        + "preserveAspectRatio=1:\(text)\u{7}"
    case .kitty:
      var escapes = ""
      var rest = text.utf8[...]
      while !rest.isEmpty {
        let piece = rest.prefix(Self.pieceSize)
        rest = rest.dropFirst(piece.count)
        let keys = escapes.isEmpty ? "a=T,f=100,i=1,q=2,C=1,c=\(columns),r=\(rows)," : ""
        escapes += "\u{1B}_G\(keys)m=\(rest.isEmpty ? 0 : 1);\(Substring(piece))\u{1B}\\"
      }
      return escapes
    }
  }

  /// The sequence that removes a picture; in iTerm2 the list overwrites it.
  var removal: String {
    switch language {
    case .kitty: "\u{1B}_Ga=d,d=I,i=1,q=2\u{1B}\\"
    case .iTerm: ""
    }
  }

  private static func base64(_ bytes: [UInt8]) -> String {
    var buffer = ByteBuffer(capacity: bytes.count / 3 * 4 + 8)
    bytes.withUnsafeBytes { buffer.append(base64: $0) }
    // Between the quotes of a JSON string.
    return String(decoding: buffer.bytes.dropFirst().dropLast(), as: UTF8.self)
  }

  private static func cells(_ length: Double, _ cell: Int, _ most: Int) -> Int {
    max(1, min(most, Int((length / Double(cell)).rounded())))
  }
}
