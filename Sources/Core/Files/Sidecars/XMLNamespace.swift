internal import Media

/// The namespaces that are read in a sidecar.
enum XMLNamespace {
  case rdf, xml, dublinCore, exif, photoshop, xmp, lightroom, digiKam
  case regions, microsoftRegions, microsoftRegion, iptcExtension
  /// The namespace of `xmlns` attributes.
  case declaration
  case other

  init(_ name: [UInt8]) {
    let found = Self.known.first { known in
      name.elementsEqual(
        UnsafeBufferPointer(start: known.name.utf8Start, count: known.name.utf8CodeUnitCount))
    }
    self = found?.space ?? .other
  }

  private static let known: [(name: StaticString, space: XMLNamespace)] = [
    ("http://www.w3.org/1999/02/22-rdf-syntax-ns#", .rdf),
    ("http://purl.org/dc/elements/1.1/", .dublinCore),
    ("http://ns.adobe.com/exif/1.0/", .exif),
    ("http://ns.adobe.com/photoshop/1.0/", .photoshop),
    ("http://ns.adobe.com/xap/1.0/", .xmp),
    ("http://ns.adobe.com/lightroom/1.0/", .lightroom),
    ("http://www.digikam.org/ns/1.0/", .digiKam),
    ("http://www.metadataworkinggroup.com/schemas/regions/", .regions),
    ("http://ns.microsoft.com/photo/1.2/t/Region#", .microsoftRegion),
    ("http://ns.microsoft.com/photo/1.2/", .microsoftRegions),
    ("http://iptc.org/std/Iptc4xmpExt/2008-02-29/", .iptcExtension),
  ]
}
