import Media
import Testing

@Suite struct UniformTypeTests {
  @Test func gifConformsToImage() {
    #expect(UniformType.conforms("com.compuserve.gif", to: "public.image"))
    #expect(UniformType.conforms("com.compuserve.gif", to: "public.item"))
    #expect(!UniformType.conforms("public.image", to: "com.compuserve.gif"))
  }

  @Test func rawPicturesAreImagesAndMoviesAreNot() {
    for format in MediaFormat.allCases where format.isRaw {
      let type = format.uniformTypeIdentifier
      #expect(UniformType.conforms(type, to: "public.camera-raw-image"))
      #expect(UniformType.conforms(type, to: "public.image"))
    }
    for format in MediaFormat.allCases where format.isVideo {
      let type = format.uniformTypeIdentifier
      #expect(UniformType.conforms(type, to: "public.movie"))
      #expect(UniformType.conforms(type, to: "public.audiovisual-content"))
      #expect(!UniformType.conforms(type, to: "public.image"))
    }
  }

  @Test func imageFormatsAreThoseThatConformToImage() {
    #expect(MediaFormat.conforming(to: "public.image") == MediaFormat.allCases.filter(\.isImage))
  }
}
