// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Something wrong in a store, as ``NSPersistentStoreCoordinator/verify(_:repair:progress:)`` finds it.
/// Our addition.
public struct IntegrityIssue: Hashable, Sendable {
  /// The ways in which a store can be wrong.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The store's file is damaged, or was changed behind the store's back.
    case damagedFile
    /// An index does not have what the objects have. Repaired by making it anew.
    case damagedIndex
    /// A relationship leads to an object that is not there. Repaired by setting it to nil, or taking
    /// the member out.
    case danglingReference
    /// An object leads to another one by a relationship whose inverse does not lead back.
    case wrongInverse
    /// An ordered relationship does not say where a member stands. Repaired by putting it behind
    /// the others.
    case missingOrder
    /// A property that is not optional has no value.
    case missingValue
    /// Two objects have the values of a uniqueness constraint in common.
    case duplicateValues
    /// The next object could get the number of one that is there. Repaired by raising the counter.
    case lowCounter
    /// The stored bytes are no value of the attribute's type.
    case undecodableValue
    /// A derived attribute has another value than follows from the others. Repaired by computing it.
    case wrongDerivedValue
    /// A link leads nowhere; see ``NSPersistentStoreCoordinator/brokenLinks(in:repairing:)``.
    case unresolvedLink
    /// A file with an external value is not there.
    case missingFile
    /// A file with an external value belongs to no object. Repaired by removing it.
    case unusedFile
  }

  /// The way in which it is wrong.
  public let kind: Kind
  /// The object concerned; nil where it is about no single one.
  public let object: NSManagedObjectID?
  /// The property concerned, of the object or of its entity.
  public let property: String?
  /// A sentence that names store, entity and property where it applies.
  public let message: String
  /// True if it was repaired.
  public internal(set) var isRepaired = false

  init(
    _ kind: Kind, object: NSManagedObjectID? = nil, property: String? = nil, message: String,
    isRepaired: Bool = false
  ) {
    self.kind = kind
    self.object = object
    self.property = property
    self.message = message
    self.isRepaired = isRepaired
  }
}

extension IntegrityIssue: CustomStringConvertible {
  /// The kind and the message, and whether it was repaired.
  public var description: String {
    "\(kind.rawValue): \(message)" + (isRepaired ? " (repaired)" : "")
  }
}
