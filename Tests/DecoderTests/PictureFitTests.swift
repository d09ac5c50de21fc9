import CPictures
import Decoding
import Testing

@testable import Decoder

struct PictureFitTests {
  private func fit(
    _ width: Int32, _ height: Int32, into target: (Int32, Int32)?, _ mode: ContentMode,
    allowsEnlarging: Bool = false
  ) -> PictureFit {
    PictureFit(
      picture: PictureSize(width: width, height: height),
      target: target.map { PictureSize(width: $0.0, height: $0.1) }, mode: mode,
      allowsEnlarging: allowsEnlarging)
  }

  @Test(arguments: [
    (4000, 3000, 150, 150, 150, 113),
    (3000, 4000, 150, 150, 113, 150),
    (4032, 3024, 160, 120, 160, 120),
    (1000, 10, 100, 100, 100, 1),
    (10000, 10, 100, 100, 100, 1),
    (640, 480, 640, 480, 640, 480),
    (640, 480, 1000, 240, 320, 240),
    (Int32.max, 1, 10, 10, 10, 1),
  ])
  func fitsWithin(
    width: Int32, height: Int32, targetWidth: Int32, targetHeight: Int32, madeWidth: Int32,
    madeHeight: Int32
  ) {
    let fit = fit(width, height, into: (targetWidth, targetHeight), .aspectFit)
    #expect(fit.size == PictureSize(width: madeWidth, height: madeHeight))
    #expect(fit.left == 0 && fit.top == 0)
    #expect(fit.width == Double(width) && fit.height == Double(height))
  }

  @Test func cutsEvenlyWhatHangsOver() {
    let fit = fit(4000, 3000, into: (150, 150), .aspectFill)
    #expect(fit.size == PictureSize(width: 150, height: 150))
    #expect(fit.width == 3000 && fit.height == 3000)
    #expect(fit.left == 500 && fit.top == 0)
  }

  @Test func enlargesOnlyIfAllowed() {
    for mode in ContentMode.allCases {
      #expect(
        fit(40, 30, into: (80, 80), mode).size == PictureSize(width: 40, height: 30))
    }
    #expect(
      fit(40, 30, into: (80, 80), .aspectFit, allowsEnlarging: true).size
        == PictureSize(width: 80, height: 60))
    #expect(
      fit(40, 30, into: (80, 80), .aspectFill, allowsEnlarging: true).size
        == PictureSize(width: 80, height: 80))
  }

  @Test func cutsWithoutEnlargingWherePartlySmaller() {
    let fit = fit(400, 30, into: (81, 80), .aspectFill)
    #expect(fit.size == PictureSize(width: 81, height: 30))
    #expect(fit.width == 81 && fit.height == 30)
    #expect(fit.left == 159, "cut at whole pixels")
  }

  @Test func leavesAllPixelsWithoutATarget() {
    for mode in ContentMode.allCases {
      let fit = fit(123, 45, into: nil, mode)
      #expect(fit.size == PictureSize(width: 123, height: 45))
      #expect(fit.width == 123 && fit.height == 45)
    }
  }

  @Test func fillsTheTargetAsItIsShown() {
    let plan = fit(3000, 4000, into: (100, 50), .aspectFill).plan(orientation: 6)
    #expect(plan.result_width == 50 && plan.result_height == 100)
    #expect(plan.width == 1500 && plan.height == 3000)
    #expect(plan.left == 1250 && plan.top == 0)
  }
}
