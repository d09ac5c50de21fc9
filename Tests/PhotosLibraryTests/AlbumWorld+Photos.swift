import PipelineSupport

extension AlbumWorld {
  init(_ photos: PhotosWorld) throws {
    try self.init(photos.path, keeping: photos)
  }
}
