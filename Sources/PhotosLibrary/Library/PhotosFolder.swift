/// A folder of albums; PhotoKit calls it a collection list.
package struct PhotosFolder: Hashable, Sendable {
  let key: Int64
  /// As PhotoKit forms it: the UUID and `/L0/020`.
  package let localIdentifier: String
  package let title: String
  /// The titles of the folders that it is in, outermost first.
  package let folderPath: [String]

  /// The path of folders and title, as a person would write it.
  package var pathTitle: String { (folderPath + [title]).joined(separator: "/") }
}
