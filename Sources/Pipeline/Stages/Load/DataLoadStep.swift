#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Gives the original's bytes: their number and hash, and themselves when asked for.
struct DataLoadStep: Step {
  enum Form: String, Sendable {
    case size, base64
  }

  let form: Form

  init(_ form: Form) {
    self.form = form
  }

  var name: String { "load" }
  var ordering: StepOrdering { .any }
  var facets: FacetSet { [.digest] }

  func makeWorker(in lane: Lane) -> any Worker {
    DataLoadWorker(form, lane.context.progress, lane.context.cancellation)
  }

  private final class DataLoadWorker: Worker {
    private let form: Form
    private let progress: RunProgress
    private let cancellation: Cancellation

    /// What a record may hold; a larger original is told by its size alone.
    private static let largestInRecord: Int64 = 64 << 20

    init(_ form: Form, _ progress: RunProgress, _ cancellation: Cancellation) {
      self.form = form
      self.progress = progress
      self.cancellation = cancellation
    }

    func process(_ batch: inout Batch) {
      batch.keep { load($0) }
    }

    private func load(_ asset: Asset) -> Bool {
      guard !cancellation.isCancelled else { return false }
      do {
        let file = try asset.openOriginal()
        _ = try asset.digest(.sha1)
        let bytes = form == .base64 ? try read(file, asset) : nil
        asset.findingsForWriting().loads.append(
          .data(byteCount: file.status.size, bytes: bytes))
        progress.complete(bytes: Int(file.status.size))
        return true
      } catch {
        asset.fail(stage: "load", error.reason)
        return false
      }
    }

    private func read(_ file: OpenFile, _ asset: Asset) throws(AssetFailure) -> [UInt8] {
      guard file.status.size <= Self.largestInRecord else {
        throw AssetFailure(
          asset: asset.displayName, stage: "load",
          reason: "is larger than 64 MiB, which is the most that a record holds; use file")
      }
      let size = Int(file.status.size)
      let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
        while count < size {
          let read = pread(
            file.descriptor, buffer.baseAddress.map { $0 + count }, size - count, off_t(count))
          if read < 0, errno == EINTR { continue }
          if read <= 0 { break }
          count += read
        }
      }
      guard bytes.count == size else {
        throw AssetFailure(
          asset: asset.displayName, stage: "load", reason: "the file changed while it was read")
      }
      return bytes
    }
  }
}
