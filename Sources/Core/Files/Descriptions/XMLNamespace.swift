internal import Platform

/// The namespaces that are read and written in XMP.
enum XMLNamespace: String {
  case rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  case dublinCore = "http://purl.org/dc/elements/1.1/"
  case exif = "http://ns.adobe.com/exif/1.0/"
  case photoshop = "http://ns.adobe.com/photoshop/1.0/"
  case xmp = "http://ns.adobe.com/xap/1.0/"
  case note = "http://ns.adobe.com/xmp/note/"
  case lightroom = "http://ns.adobe.com/lightroom/1.0/"
  case digiKam = "http://www.digikam.org/ns/1.0/"
  case regions = "http://www.metadataworkinggroup.com/schemas/regions/"
  case microsoftPhoto = "http://ns.microsoft.com/photo/1.0/"
  case microsoftRegion = "http://ns.microsoft.com/photo/1.2/t/Region#"
  case microsoftRegions = "http://ns.microsoft.com/photo/1.2/"
  case iptcCore = "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/"
  case iptcExtension = "http://iptc.org/std/Iptc4xmpExt/2008-02-29/"
  case mediaPro = "http://ns.iview-multimedia.com/mediapro/1.0/"
  case xml = "http://www.w3.org/XML/1998/namespace"
}

extension XMLNamespace {
  /// The usual prefix of names in the namespace, such as `dc`.
  var prefix: String {
    switch self {
    case .rdf: "rdf"
    case .dublinCore: "dc"
    case .exif: "exif"
    case .photoshop: "photoshop"
    case .xmp: "xmp"
    case .note: "xmpNote"
    case .lightroom: "lr"
    case .digiKam: "digiKam"
    case .regions: "mwg-rs"
    case .microsoftPhoto: "MicrosoftPhoto"
    case .microsoftRegion: "MPReg"
    case .microsoftRegions: "MP"
    case .iptcCore: "Iptc4xmpCore"
    case .iptcExtension: "Iptc4xmpExt"
    case .mediaPro: "mediapro"
    case .xml: "xml"
    }
  }
}

extension XMLName {
  func isNamed(_ name: StaticString, in space: XMLNamespace) -> Bool {
    local.equals(name) && self.space.elementsEqual(space.rawValue.utf8)
  }
}
