/// One file of each format and layout that headers are read of, with as much metadata as it takes.
package enum SampleKinds {
  package static let exif = EXIFBlock {
    $0.byteOrder = .big
    $0.make = "Apple"
    $0.model = "iPhone 15"
    $0.software = "17.1"
    $0.orientation = 6
    $0.dateTime = "2015:09:27 21:30:00"
    $0.dateTimeOriginal = "2015:09:27 21:29:28"
    $0.subSecTimeOriginal = "12"
    $0.offsetTimeOriginal = "+02:00"
    $0.userComment = "Screenshot"
    $0.lensModel = "back camera 4.2mm f/1.8"
    $0.position = Position(latitude: 54.18, longitude: -7.88, altitude: -4)
    $0.makerNote = .apple(contentIdentifier: "ABC-1", burstIdentifier: "BURST-1")
    $0.thumbnail = JPEGPicture(width: 16, height: 12).encoded()
  }

  package static let xmp = XMPPacket([("xmp:CreateDate", "2011-02-03T04:05:06+01:00")])

  package static let all: [(name: String, sample: any SampleFile)] = [
    ("exif.jpg", JPEGPicture(width: 200, height: 100) { $0.exif = exif }),
    ("xmp.jpg", JPEGPicture(width: 200, height: 100) { $0.xmp = xmp }),
    ("exif.png", PNGPicture(width: 200, height: 100) { $0.exif = exif }),
    (
      "last.png",
      PNGPicture(width: 200, height: 100) {
        $0.exif = exif
        $0.hasMetadataLast = true
      }
    ),
    (
      "far.png",
      PNGPicture(width: 600, height: 400) {
        $0.exif = exif
        $0.hasMetadataLast = true
        $0.dataChunkSize = 60
      }
    ),
    (
      "digits.png",
      PNGPicture(width: 200, height: 100) {
        let block = Array("Exif\0\0".utf8) + exif.encoded()
        $0.texts = [
          .compressed(
            keyword: "Raw profile type exif", text: PNGText.digits(of: block, name: "exif"))
        ]
      }
    ),
    (
      "compressed.png",
      PNGPicture(width: 200, height: 100) {
        $0.texts = [.compressedInternational(keyword: "XML:com.adobe.xmp", text: xmp.text)]
      }
    ),
    ("xmp.gif", GIFPicture(width: 24, height: 18) { $0.xmp = xmp }),
    ("animated.png", PNGPicture(width: 24, height: 18) { $0.frameCount = 4 }),
    (
      "animated.gif",
      GIFPicture(width: 24, height: 18) {
        $0.frameCount = 4
        $0.loopCount = 0
      }
    ),
    ("exif.webp", WebPPicture(width: 200, height: 100) { $0.exif = exif }),
    ("plain.tiff", TIFFPicture(width: 200, height: 100) { $0.exif = exif }),
    ("raw.dng", raw(.dng)), ("raw.cr2", raw(.cr2)), ("raw.nef", raw(.nef)),
    ("raw.arw", raw(.arw)), ("raw.nrw", raw(.nrw)), ("raw.srw", raw(.srw)),
    ("raw.3fr", raw(.threeFR)), ("raw.pef", raw(.pef)), ("raw.orf", raw(.orf)),
    ("raw.iiq", raw(.iiq)), ("raw.raf", camera(.raf)), ("raw.rw2", camera(.rw2)),
    ("raw.crw", camera(.crw)), ("raw.mrw", camera(.mrw)), ("raw.x3f", camera(.x3f)),
    ("plain.bmp", PlainPicture(.bmp, width: 20, height: 10)),
    ("plain.ico", PlainPicture(.ico, width: 20, height: 10)),
    ("plain.tga", PlainPicture(.tga, width: 20, height: 10)),
    ("plain.ppm", PlainPicture(.ppm, width: 20, height: 10)),
    ("alpha.pam", PlainPicture(.pam, width: 20, height: 10)),
    ("float.pfm", PlainPicture(.pfm, width: 20, height: 10)),
    ("plain.hdr", PlainPicture(.hdr, width: 20, height: 10)),
    ("plain.exr", PlainPicture(.exr, width: 20, height: 10)),
    ("plain.svg", PlainPicture(.svg, width: 20, height: 10)),
    ("plain.pcx", PlainPicture(.pcx, width: 20, height: 10)),
    ("plain.flif", PlainPicture(.flif, width: 20, height: 10)),
    ("stream.j2k", PlainPicture(.j2k, width: 20, height: 10)),
    ("stream.jxl", PlainPicture(.jxl, width: 20, height: 10)),
    ("exif.psd", plain(.psd)), ("exif.psb", plain(.psb)), ("exif.jp2", plain(.jp2)),
    ("exif.jxl", plain(.jxlBox)), ("exif.jxr", plain(.jxr)),
    (
      "raw.cr3",
      CR3Picture(width: 6000, height: 4000) {
        $0.exif = exif
        $0.exif.make = "Canon"
        $0.exif.makerNote = nil
      }
    ),
    (
      "grid.heic",
      HEIFPicture(width: 2000, height: 1000) {
        $0.isGrid = true
        $0.rotation = 90
        $0.exif = exif
        $0.exif?.orientation = nil
        $0.xmp = xmp
      }
    ),
    (
      "pieces.heic",
      HEIFPicture(width: 2000, height: 1000) {
        $0.piecesPerItem = 3
        $0.exif = exif
        $0.exif?.orientation = nil
      }
    ),
    (
      "clean-aperture.heic",
      HEIFPicture(width: 2000, height: 1000) {
        $0.cleanAperture = (1990, 980)
        $0.rotation = 270
      }
    ),
    (
      "picture.avif",
      HEIFPicture(width: 800, height: 600) {
        $0.brand = "avif"
        $0.exif = exif
        $0.exif?.orientation = nil
      }
    ),
    ("phone.mov", movie("qt  ", rotation: 90)), ("camera.mp4", movie("mp42", rotation: 270)),
    ("slow.mov", movie("qt  ", framesPerSecond: 240)),
  ]

  private static func plain(_ kind: PlainPicture.Kind) -> PlainPicture {
    PlainPicture(kind, width: 20, height: 10) {
      $0.exif = exif
      $0.exif?.thumbnail = nil
      $0.xmp = xmp
    }
  }

  private static func camera(_ kind: CameraFile.Kind) -> CameraFile {
    CameraFile(kind, width: 6000, height: 4000) {
      $0.exif = exif
      $0.exif.byteOrder = .little
      $0.exif.makerNote = nil
      $0.exif.thumbnail = nil
      $0.rotation = 90
    }
  }

  private static func raw(_ kind: RawPicture.Kind) -> RawPicture {
    RawPicture(kind, width: 6000, height: 4000) {
      let make = $0.exif.make
      $0.exif = exif
      $0.exif.byteOrder = .little
      $0.exif.make = make
      $0.exif.makerNote = nil
      $0.exif.thumbnail = nil
      $0.exif.pixelWidth = 6000
      $0.exif.pixelHeight = 4000
    }
  }

  private static func movie(
    _ brand: String, rotation: Int = 0, framesPerSecond: Int = 30
  ) -> QuickTimeMovie {
    QuickTimeMovie(width: 1920, height: 1080) {
      $0.brand = brand
      $0.rotation = rotation
      $0.framesPerSecond = framesPerSecond
      $0.duration = 2.5
      $0.created = CivilTime(secondsSince1970: 1_443_389_368)
      $0.hasHeadersLast = rotation == 90
      $0.hasAudio = true
      $0.hasFullMetadataBox = brand != "qt  "
      $0.setApple(contentIdentifier: "ABC-1", creationDate: "2015-09-27T23:29:28+0200")
    }
  }
}
