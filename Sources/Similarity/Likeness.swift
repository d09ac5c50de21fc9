/// The measure by which one picture looks like another: the hashes that are compared, how many bits of
/// each may differ, and in which poses.
package struct Likeness: Hashable, Sendable {
  let hashes: [PictureHash]
  /// How many bits of each hash may differ.
  let distance: Int
  /// Indices into ``Pose/all``, the picture as it is first.
  let poses: [Int]

  package init(
    hashes: [PictureHash], distance: Int, isTurned: Bool = false, isMirrored: Bool = false
  ) {
    self.hashes = hashes
    self.distance = distance
    poses = Pose.all.indices.filter { place in
      let pose = Pose.all[place]
      return (isTurned || pose.quarters == 0) && (isMirrored || !pose.isMirrored)
    }
  }

  /// How far a picture is from another one in a pose, by the hash that differs most.
  func distance(from look: Look, in pose: Int, to other: Look) -> Int {
    hashes.reduce(0) { max($0, (look[$1, pose] ^ other[$1, 0]).nonzeroBitCount) }
  }
}
