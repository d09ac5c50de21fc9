/// How a picture's pixels are coded.
public enum ColorModel: UInt8, Sendable, CaseIterable {
  case gray = 1
  case rgb = 2
  case cmyk = 3
  case lab = 4

  /// The name that Image I/O gives the model (`kCGImagePropertyColorModel`).
  public var name: StaticString {
    switch self {
    case .gray: "Gray"
    case .rgb: "RGB"
    case .cmyk: "CMYK"
    case .lab: "Lab"
    }
  }
}
