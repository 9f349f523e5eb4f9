// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation

public final class Artist: NSManagedObject {
  @NSManaged public var name: String?
  @NSManaged private(set) var age: Int32, plays: Int64
  @NSManaged final var isActive: Bool
  @NSManaged var height: Double
  @NSManaged var weight: Float
  @NSManaged var tags: [String]?
  @NSManaged var anything: Any?
  @NSManaged var implicit: Any
  @NSManaged var hashable: AnyHashable?
  @NSManaged var exact: AnyHashable
  @NSManaged var bag: Set<AnyHashable>
  @NSManaged var words: Set<AnyHashable>?
  @NSManaged var notes: NSObject?
  @NSManaged fileprivate var born: Date?
  @NSManaged var mood: String
  @NSManaged var größe: Double
  @NSManaged public var albums: Set<Album>
  @NSManaged var mentor: Artist?
  @NSManaged var pupils: NSSet?
  @NSManaged var namesakes: [Artist]?
  @NSManaged private var primitiveName: String?

  /// Counts without anybody noticing.
  func rename(quietly name: String) { primitiveName = name }

  func celebrate() { age += 1 }
  func play() { plays &+= 1 }
}

// MARK: Generated accessors for albums
extension Artist {
  @NSManaged public func addToAlbums(_ value: Album)
  @NSManaged public func removeFromAlbums(_ value: Album)
  @NSManaged public func addToAlbums(_ values: NSSet)
  @NSManaged public func removeFromAlbums(_ values: Set<Album>)
  @NSManaged func addPupilsObject(_ value: Artist)
}

extension Artist {
  /// The date of birth, which is nobody else's business.
  func isOlder(than other: Artist) -> Bool {
    guard let born, let date = other.born else { return false }
    return born < date
  }

  func setBirth(_ date: Date) { born = date }
}
