/// Photoshop's image resources: blocks of `8BIM`, a number, a name, a size and the content.
enum PhotoshopResources {
  /// The resource that holds IIM records, without any copies.
  static func iptc(in resources: [UInt8]) -> [UInt8]? {
    var place = 0
    while place + 12 <= resources.count {
      guard resources[place..<place + 4].elementsEqual("8BIM".utf8) else { return nil }
      let number = Int(resources[place + 4]) << 8 | Int(resources[place + 5])
      // The name is a byte that counts, the text, and a byte to make both even.
      let name = (Int(resources[place + 6]) + 2) & ~1
      let size = place + 6 + name
      guard size + 4 <= resources.count else { return nil }
      let count = resources[size..<size + 4].reduce(0) { $0 << 8 | Int($1) }
      let start = size + 4
      guard count <= resources.count - start else { return nil }
      if number == 0x0404 { return Array(resources[start..<start + count]) }
      place = start + (count + 1) & ~1
    }
    return nil
  }
}
