/// One movie of each family other than QuickTime's, with as much metadata as it takes.
package enum SampleMovies {
  /// 27 September 2015, 21:29:28 UTC.
  package static let created = 1_443_389_368

  package static let all: [(name: String, sample: any SampleFile)] = [
    (
      "camera.avi",
      AVIMovie(width: 640, height: 480) {
        $0.date = "Sun Sep 27 21:29:28 2015"
        $0.software = "CanonMVI02"
        $0.camera = ("Canon", "PowerShot A5")
      }
    ),
    (
      "phone.mkv",
      MatroskaMovie(width: 1920, height: 1080) {
        $0.created = created
        $0.roll = -90
        $0.hasAudio = true
        $0.hasTagsLast = true
        $0.tags = [
          ("MAKE", "Apple"), ("MODEL", "iPhone 15"), ("LOCATION", "+54.1800-007.8800-004.000/"),
        ]
      }
    ),
    (
      "live.webm",
      MatroskaMovie(width: 1280, height: 720) {
        $0.documentType = "webm"
        $0.duration = nil
        $0.isLive = true
      }
    ),
    (
      "camera.wmv",
      WindowsMediaMovie(width: 640, height: 480) {
        $0.created = created
        $0.tags = [("DeviceManufacturer", "Apple"), ("DeviceModel", "iPhone 15")]
      }
    ),
    ("web.flv", FlashMovie(width: 640, height: 360) { $0.date = "2015-09-27T21:29:28Z" }),
    ("cut.flv", FlashMovie(width: 640, height: 360) { $0.duration = nil }),
    ("desktop.ogv", OggMovie(width: 1366, height: 768) { $0.comments = ["ENCODER=theora"] }),
    ("record.ts", MPEGMovie(.transport)),
    (
      "camcorder.mts",
      MPEGMovie(.camcorder) {
        $0.coding = .h264
        $0.note = [
          (0x18, [0x02, 0x20, 0x15, 0x09]), (0x19, [0x27, 0x22, 0x29, 0x28]),
          (0xB1, Array("N\0\0\0".utf8)), (0xB2, [0, 54, 0, 1]), (0xB3, [0, 15, 0, 1]),
          (0xB4, [0, 0, 0, 1]), (0xB5, Array("W\0\0\0".utf8)), (0xB6, [0, 7, 0, 1]),
          (0xB7, [0, 30, 0, 1]), (0xB8, [0, 0, 0, 1]), (0xE0, [0x10, 0x11, 0, 0]),
        ]
      }
    ),
    ("disc.mpg", MPEGMovie(.program)), ("bare.m2v", MPEGMovie(.bare)),
    ("tape.dv", DVMovie { $0.date = (15, 9, 27, 21, 29, 28) }),
  ]
}
