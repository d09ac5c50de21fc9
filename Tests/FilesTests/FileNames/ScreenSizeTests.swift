import Media
import Testing

@testable import Files

@Suite struct ScreenSizeTests {
  @Test(arguments: [
    (640, 1136), (1136, 640), (750, 1334), (1179, 2556), (1290, 2796), (1206, 2622), (1080, 2400),
    (1440, 3200), (2048, 2732), (1668, 2388), (1920, 1080), (2560, 1440), (3840, 2160),
    (2880, 1800), (3024, 1964), (3456, 2234), (1366, 768), (7680, 4320), (240, 320),
  ])
  func knowsScreens(_ width: Int, _ height: Int) {
    #expect(ScreenSize.isKnown(width: width, height: height))
    #expect(ScreenSize.isKnown(width: height, height: width))
  }

  @Test(arguments: [
    (4032, 3024), (6000, 4000), (0, 0), (-1, 5), (1, 1), (1921, 1080), (1920, 1081),
    (Int.max, Int.max), (Int.min, 1080), (65536 + 1920, 1080), (70000, 70000),
  ])
  func knowsNoOthers(_ width: Int, _ height: Int) {
    #expect(!ScreenSize.isKnown(width: width, height: height))
  }
}
