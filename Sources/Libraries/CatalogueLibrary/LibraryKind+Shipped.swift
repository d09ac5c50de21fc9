package import LuaBridge

extension LibraryKind {
  /// The kinds of photo managers' databases that ship with shotflow. Their declarations are read
  /// when a file with their name is there.
  /// Those that the user declares come last.
  public static let catalogues = [
    ShippedCatalogue.digikam.kind, ShippedCatalogue.darktable.kind, shotwell,
    declared(in: declarationFolder),
  ]

  /// The library of Shotwell, GNOME's photo manager.
  public static let shotwell = ShippedCatalogue.shotwell.kind

  /// Creates the kind of library that a declaration in Lua describes.
  ///
  /// - Parameter path: The name of the declaration's file, for messages.
  /// - Throws: `RuleProblems` with every mistake in the declaration, each with its line.
  public init(declaredBy source: String, path: String) throws {
    self.init(of: try DeclarationReader.declaration(source, path: path))
  }

  /// Creates the kind of a declaration for tests, which may name originals outside of the
  /// catalogue's folder.
  package init(testing declaration: CatalogueDeclaration) {
    self.init(of: declaration.signature, allowsRoots: true) { declaration }
  }
}

extension CatalogueDeclaration {
  /// Reads a declaration in Lua.
  ///
  /// - Throws: `RuleProblems` with every mistake in the declaration, each with its line.
  package init(_ file: RuleFile) throws(RuleProblems) {
    self = try DeclarationReader.declaration(file.source, path: file.path)
  }
}

/// A declaration that ships with shotflow, and the names by which it is chosen before it is read.
struct ShippedCatalogue {
  let signature: CatalogueSignature
  let source: @Sendable () -> [UInt8]

  static var all: [ShippedCatalogue] { [digikam, darktable, shotwell] }

  static var digikam: ShippedCatalogue {
    ShippedCatalogue(
      signature: CatalogueSignature(
        name: "digikam", summary: "a catalogue of digiKam: digikam4.db", files: ["digikam4.db"],
        usualPlaces: ["~/Pictures/digikam4.db", "~/.local/share/digikam/digikam4.db"]),
      source: { PackageResources.digikam_lua })
  }

  static var darktable: ShippedCatalogue {
    ShippedCatalogue(
      signature: CatalogueSignature(
        name: "darktable", summary: "the library of darktable: library.db and data.db",
        files: ["library.db"], companions: ["data.db"], folders: [""],
        usualPlaces: [
          "~/.config/darktable/library.db",
          "~/.var/app/org.darktable.Darktable/config/darktable/library.db",
        ]),
      source: { PackageResources.darktable_lua })
  }

  static var shotwell: ShippedCatalogue {
    ShippedCatalogue(
      signature: CatalogueSignature(
        name: "shotwell", summary: "a library of Shotwell; shotwell: is the user's own",
        files: ["photo.db"], folders: ["", "data"],
        usualPlaces: ["$XDG_DATA_HOME/shotwell/data/photo.db"]),
      source: { PackageResources.shotwell_lua })
  }

  var kind: LibraryKind {
    LibraryKind(of: signature, allowsRoots: true) { [signature, source] in
      try DeclarationReader.declaration(
        String(decoding: source(), as: UTF8.self), path: "\(signature.name).lua")
    }
  }
}
