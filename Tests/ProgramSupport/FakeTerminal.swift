package import Foundation

/// A terminal as it answers questions about itself, and the pictures that it was sent.
package enum FakeTerminal: String, CaseIterable {
  case kitty, iTerm, sixel, plain, tmux

  /// Its answers to the first questions.
  package var answer: String {
    let cell = "\u{1B}[6;16;8t"
    return switch self {
    case .kitty: "\u{1B}P>|kitty(0.36)\u{1B}\\\(cell)\u{1B}[?62;c"
    case .iTerm: "\u{1B}P>|iTerm2 3.5.0\u{1B}\\\(cell)\u{1B}[?65;4;6c"
    case .sixel: "\u{1B}P>|foot(1.16)\u{1B}\\\(cell)\u{1B}[?62;4;22c"
    case .plain: "\u{1B}[?1;2c"
    case .tmux: "\u{1B}P>|tmux 3.3a\u{1B}\\\u{1B}[?1;2c"
    }
  }

  /// Its answers to the question for kitty's graphics; nil where it is not asked that.
  package var answerForKitty: String? {
    switch self {
    case .kitty: "\u{1B}_Gi=1;OK\u{1B}\\\u{1B}[?62;c"
    case .iTerm: "\u{1B}[?65;4;6c"
    case .sixel: "\u{1B}[?62;4;22c"
    case .plain: "\u{1B}[?1;2c"
    case .tmux: nil
    }
  }

  /// Its answers to the question for colours, which one with sixels is asked.
  package static let colors = "\u{1B}[?1;0;256S\u{1B}[?62;4;22c"

  /// The end of the questions to the terminal.
  package static let question = "\u{1B}[16t\u{1B}[c"
  package static let questionForKitty = "\u{1B}_Gi=1,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[c"
  package static let questionForColors = "\u{1B}[?1;1;0S\u{1B}[c"

  /// The beginning of a picture.
  package var picture: String {
    switch self {
    case .kitty: "\u{1B}_Ga=T"
    case .iTerm: "\u{1B}]1337;File="
    case .sixel: "\u{1B}P0;1q"
    case .plain: "no picture"
    case .tmux: "\u{1B}Ptmux;"
    }
  }

  /// The pixels that kitty was sent first, and their size.
  package static func kittyPixels(in text: String) -> (pixels: Data, width: Int, height: Int)? {
    let pieces = text.matches(of: /\u{1B}_G([^;]*);([A-Za-z0-9+\/=]*)\u{1B}\\/)
      .drop { !$0.1.hasPrefix("a=T") }
    guard let last = pieces.firstIndex(where: { $0.1.hasSuffix("m=0") }),
      let size = pieces.first?.1.firstMatch(of: /s=(\d+),v=(\d+)/),
      let width = Int(size.1), let height = Int(size.2),
      let pixels = Data(base64Encoded: pieces[...last].map { String($0.2) }.joined())
    else { return nil }
    return (pixels, width, height)
  }

  /// The file that iTerm2 was sent first.
  package static func file(in text: String) -> Data? {
    text.firstMatch(of: /\u{1B}]1337;File=[^:]*:([^\u{7}]*)\u{7}/)
      .flatMap { Data(base64Encoded: String($0.1)) }
  }

  /// The colours of the sixels that were sent first, row by row, in per cent; nil where there are none.
  package static func sixels(in text: String) -> (colors: [[Int]?], width: Int, height: Int)? {
    guard let all = text.firstMatch(of: /\u{1B}P0;1q"1;1;(\d+);(\d+)([^\u{1B}]*)\u{1B}\\/),
      let width = Int(all.1), let height = Int(all.2)
    else { return nil }
    var colors = [[Int]?](repeating: nil, count: width * height)
    var palette: [Int: [Int]] = [:]
    var (color, row, column) = (0, 0, 0)
    for token in all.3.matches(of: /#[\d;]+|!\d+.|[$\-?-~]/) {
      switch token.0.first {
      case "#":
        let numbers = token.0.dropFirst().split(separator: ";").compactMap { Int($0) }
        color = numbers[0]
        if numbers.count == 5 { palette[color] = Array(numbers[2...]) }
      case "$": column = 0
      case "-": (row, column) = (row + 6, 0)
      default:
        let bits = Int(token.0.unicodeScalars.last?.value ?? 63) - 63
        for _ in 0..<(Int(token.0.dropFirst().dropLast()) ?? 1) {
          for bit in 0..<6 where bits >> bit & 1 == 1 {
            guard row + bit < height, column < width else { return nil }
            colors[(row + bit) * width + column] = palette[color]
          }
          column += 1
        }
      }
    }
    return (colors, width, height)
  }
}
