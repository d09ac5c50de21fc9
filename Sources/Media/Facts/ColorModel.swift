/// How a picture's pixels are coded.
public enum ColorModel: UInt8, Sendable {
  case gray = 1
  case rgb = 2
  case cmyk = 3
  case lab = 4
}
