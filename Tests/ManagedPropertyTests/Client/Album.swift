// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation

/// Declared on Apple's platforms as `@objc enum AlbumKind: Int16`.
public enum AlbumKind: Int16 { case studio, live, compilation }

/// What can be shown in a list.
protocol Listed {
  var title: String { get }
  var website: URL? { get set }
}

open class Album: Work, Listed {
  @NSManaged open override var createdAt: Date?
  @NSManaged private var primitiveTitle: String?
  @NSManaged public var price: NSDecimalNumber?
  @NSManaged open var identifier: UUID?
  @NSManaged public var website: URL?
  @NSManaged public var cover: Data?
  @NSManaged public var kind: AlbumKind
  @NSManaged private var rating: NSNumber?
  @NSManaged public var pressed: NSDecimalNumber?
  @NSManaged public var sold: NSDecimalNumber
  @NSManaged public var artist: Artist?
  @NSManaged public var tracks: NSOrderedSet?
  @NSManaged internal var publisher: Publisher?

  /// The title, as the superclass reads it.
  var albumTitle: String? { primitiveTitle }

  /// Stars, nil when nobody has rated it.
  public var stars: Int? {
    get { rating?.intValue }
    set { rating = newValue.map { NSNumber(value: $0) } }
  }

  func raise() { rating = NSNumber(value: (rating?.intValue ?? 0) + 1) }
}

// MARK: Generated accessors for tracks
extension Album {

  @NSManaged public func insertIntoTracks(_ value: Track, at idx: Int)

  @NSManaged public func removeFromTracks(at idx: Int)

  @NSManaged public func insertIntoTracks(_ values: [Track], at indexes: NSIndexSet)

  @NSManaged public func removeFromTracks(at indexes: NSIndexSet)

  @NSManaged public func replaceTracks(at idx: Int, with value: Track)

  @NSManaged public func replaceTracks(at indexes: NSIndexSet, with values: [Track])

  @NSManaged public func addToTracks(_ value: Track)

  @NSManaged public func removeFromTracks(_ value: Track)

  @NSManaged public func addToTracks(_ values: NSOrderedSet)

  @NSManaged public func removeFromTracks(_ values: NSOrderedSet)

}
