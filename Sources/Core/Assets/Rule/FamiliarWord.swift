internal import Platform

/// The words that people know from other programs, and those that mean the same here.
package enum FamiliarWord {
  /// Each word with the fields, options, choices, tests and commands that it may mean, the likeliest
  /// first.
  private static let meanings: [String: [String]] = Dictionary(
    """
    album: albumPaths
    alsoat, bothin, commonwith, existsin, presentin, samein, sharedwith: alsoIn
    absentfrom, except, lackingin, missingfrom, missingin, newto, notat, onlyin, unique: notIn
    artist, author, photographer: creator
    brand, make, manufacturer: cameraMake
    camera, device, model: cameraModel
    broken, corrupt: damaged
    caption, text: description
    changed, modified, mtime: modificationDate
    city, placename, town: placeName, location
    color, colour, flag: colorLabel
    comment: userComment, description
    convert, copy, resize, shrink: export
    created, creation, datetaken, datetime, shot: taken, creationDate
    date, day, month, on, taken, year: taken, localDate
    dedup, dupes, dups: duplicates
    delete, discard, trash: trash, moveTo
    dimensions, resolution: pixelWidth
    directory, dir, folder: in, folderPath
    exif, info, metadata: show
    ext, extension, file, name: filename
    face, faces, people, person, who: persons
    favorite, favourite, favourites: favorites, isFavorite
    from, since: after
    filesize, bytes, size: fileSize
    gps, haslocation, latitude, longitude, coordinates: location
    height: size, pixelHeight
    hidden: isHidden
    id, uuid: localIdentifier
    ingest: import
    move, sort: organise
    imported: added, addedDate
    isscreenshot, screenshot: screenshots, photoScreenshot
    isvideo, video: videos, video
    jpg: jpeg
    keyword, tag, tags: keywords
    kind, type: mediaType
    latest, newest, oldest, order, orderby, orderedby, sortby: sort, sortedBy
    length: duration
    lens: lensModel
    list, ls, query, search: find
    live, livephoto, livephotos: livePhotos, photoLive
    mime, format: uniformTypeIdentifier
    movie, movies, film, clip: video, videos
    nocoordinates, nogeo, nogps, noplace: noLocation
    pano, panorama, panoramas: panoramas, photoPanorama
    photo, photos, picture, pictures, img: photos, images, image
    place, where: near, placeName, location
    preview, simulate: dryRun
    print: printRule, dryRun
    raw: isRAW
    recording, screenrecording: screenRecordings, videoScreenRecording
    restore, revert: undo
    selfie: selfies, isSelfie
    stars, score: rating
    tif: tiff
    until: before
    width: size, pixelWidth
    """.split(separator: "\n").flatMap { line in
      let halves = line.split(separator: ":").map { half in
        half.split(separator: ",").map { String($0.drop { $0 == " " }) }
      }
      return halves[0].map { ($0, halves[1]) }
    }, uniquingKeysWith: { first, _ in first })

  /// Returns the candidate that a word of other programs means; nil for any other word, and for one
  /// that is a candidate itself.
  ///
  /// Capitals, hyphens and underscores make no difference.
  package static func meaning(
    of word: String, among candidates: some Sequence<String>
  ) -> String? {
    guard let meanings = meanings[plain(word)], !candidates.contains(word) else { return nil }
    let known = Dictionary(
      candidates.map { (plain($0), $0) }, uniquingKeysWith: { first, _ in first })
    return meanings.firstNonNil { known[plain($0)] }
  }

  /// Returns true for a word that asks to put files away: a name that is merely spelt alike, such as
  /// `trace`, is never meant.
  static func putsAway(_ word: String) -> Bool { meanings[plain(word)]?.first == "trash" }

  private static func plain(_ word: String) -> String {
    word.lowercased().filter { $0 != "-" && $0 != "_" }
  }
}
