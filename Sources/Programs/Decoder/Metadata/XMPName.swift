internal import Platform

/// The name of a property in a packet, and its key in JSON.
struct XMPName {
  let namespace: String
  let local: String
  let key: String

  init(_ name: XMLName) {
    local = String(decoding: name.local, as: UTF8.self)
    let namespace = String(decoding: name.space, as: UTF8.self)
    let prefix = String(decoding: name.prefix, as: UTF8.self)
    self.namespace = namespace
    if namespace.isEmpty {
      key = local
    } else if let known = XMPNames.known.first(where: { $0.namespace == namespace }) {
      key = "\(known.prefix):\(local)"
    } else if prefix.isEmpty || XMPNames.known.contains(where: { $0.prefix == prefix }) {
      // A well-known prefix of another namespace would mislead.
      key = "{\(namespace)}\(local)"
    } else {
      key = "\(prefix):\(local)"
    }
  }

  func isRDF(_ name: String) -> Bool { local == name && namespace == XMPNames.rdf }
  var isLanguage: Bool { local == "lang" && namespace == XMPNames.xml }
  /// True if the name is of RDF or XML, such as `xml:lang`, so that it is no property.
  var isSyntax: Bool { namespace == XMPNames.rdf || namespace == XMPNames.xml }
}

/// The keys of properties: `dc:subject`, whatever prefix the packet gives the namespace.
enum XMPNames {
  static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  static let xml = XMLName.xml

  /// The prefixes of XMP parts 1 and 2, and of namespaces that cameras and programs use.
  static let known: [(prefix: String, namespace: String)] = [
    ("dc", "http://purl.org/dc/elements/1.1/"),
    ("xmp", "http://ns.adobe.com/xap/1.0/"),
    ("xmpRights", "http://ns.adobe.com/xap/1.0/rights/"),
    ("xmpMM", "http://ns.adobe.com/xap/1.0/mm/"),
    ("xmpBJ", "http://ns.adobe.com/xap/1.0/bj/"),
    ("xmpTPg", "http://ns.adobe.com/xap/1.0/t/pg/"),
    ("xmpG", "http://ns.adobe.com/xap/1.0/g/"),
    ("xmpGImg", "http://ns.adobe.com/xap/1.0/g/img/"),
    ("xmpDM", "http://ns.adobe.com/xmp/1.0/DynamicMedia/"),
    ("xmpNote", "http://ns.adobe.com/xmp/note/"),
    ("xmpidq", "http://ns.adobe.com/xmp/Identifier/qual/1.0/"),
    ("stRef", "http://ns.adobe.com/xap/1.0/sType/ResourceRef#"),
    ("stEvt", "http://ns.adobe.com/xap/1.0/sType/ResourceEvent#"),
    ("stVer", "http://ns.adobe.com/xap/1.0/sType/Version#"),
    ("stJob", "http://ns.adobe.com/xap/1.0/sType/Job#"),
    ("stDim", "http://ns.adobe.com/xap/1.0/sType/Dimensions#"),
    ("stFnt", "http://ns.adobe.com/xap/1.0/sType/Font#"),
    ("stArea", "http://ns.adobe.com/xmp/sType/Area#"),
    ("pdf", "http://ns.adobe.com/pdf/1.3/"),
    ("photoshop", "http://ns.adobe.com/photoshop/1.0/"),
    ("crs", "http://ns.adobe.com/camera-raw-settings/1.0/"),
    ("lr", "http://ns.adobe.com/lightroom/1.0/"),
    ("tiff", "http://ns.adobe.com/tiff/1.0/"),
    ("exif", "http://ns.adobe.com/exif/1.0/"),
    ("exifEX", "http://cipa.jp/exif/1.0/"),
    ("aux", "http://ns.adobe.com/exif/1.0/aux/"),
    ("hdrgm", "http://ns.adobe.com/hdr-gain-map/1.0/"),
    ("HDRGainMap", "http://ns.apple.com/HDRGainMap/1.0/"),
    ("apple-fi", "http://ns.apple.com/faceinfo/1.0/"),
    ("Iptc4xmpCore", "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/"),
    ("Iptc4xmpExt", "http://iptc.org/std/Iptc4xmpExt/2008-02-29/"),
    ("plus", "http://ns.useplus.org/ldf/xmp/1.0/"),
    ("mwg-rs", "http://www.metadataworkinggroup.com/schemas/regions/"),
    ("mwg-kw", "http://www.metadataworkinggroup.com/schemas/keywords/"),
    ("MicrosoftPhoto", "http://ns.microsoft.com/photo/1.0/"),
    ("MP", "http://ns.microsoft.com/photo/1.2/"),
    ("GPano", "http://ns.google.com/photos/1.0/panorama/"),
    ("GCamera", "http://ns.google.com/photos/1.0/camera/"),
    ("Container", "http://ns.google.com/photos/1.0/container/"),
    ("Item", "http://ns.google.com/photos/1.0/container/item/"),
    ("digiKam", "http://www.digikam.org/ns/1.0/"),
    ("darktable", "http://darktable.sf.net/"),
    ("rdf", rdf),
    ("xml", xml),
    ("x", "adobe:ns:meta/"),
  ]
}
