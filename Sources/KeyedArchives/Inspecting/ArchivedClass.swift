// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// A class that a keyed archive names, and what Foundation does with the objects it has of it.
struct ArchivedClass {
  /// The shape that Foundation expects of an object without looking.
  enum Shape {
    case dictionary, orderedSet, countedSet, collection, url, text, decimal, other
  }

  private static let shapes: [(NSObject.Type, Shape)] = [
    (NSDictionary.self, .dictionary), (NSOrderedSet.self, .orderedSet),
    (NSCountedSet.self, .countedSet), (NSArray.self, .collection), (NSSet.self, .collection),
    (NSURL.self, .url), (NSString.self, .text), (NSDecimalNumber.self, .decimal),
  ]
  /// Their objects are decoded if their members are; those of others may fail.
  private static let certain: [NSObject.Type] = [
    NSDictionary.self, NSMutableDictionary.self, NSArray.self, NSMutableArray.self, NSSet.self,
    NSMutableSet.self, NSDate.self, NSNull.self,
  ]

  let name: String
  /// The class that this program has for the name; nil without one.
  let kind: NSObject.Type?
  let shape: Shape
  let isCertain: Bool
  /// The stand-in for a collection of Foundation's that does not bear a member that fails.
  let standIn: AnyClass?

  init(_ name: String) {
    let known = KeyedArchive.knownClass(name) as? NSObject.Type
    (self.name, kind) = (name, known)
    shape = ArchivedClass.shapes.first { known?.isSubclass(of: $0.0) == true }?.1 ?? .other
    standIn = known.flatMap(CollectionStandIn.standIn)
    isCertain = ArchivedClass.certain.contains { $0 == known }
  }

  func isKind(of wanted: [AnyClass]) -> Bool {
    wanted.contains { kind?.isSubclass(of: $0) == true }
  }

  var isCollection: Bool {
    switch shape {
    case .dictionary, .orderedSet, .countedSet, .collection: true
    case .url, .text, .decimal, .other: false
    }
  }

  /// True if nothing stands for a collection that does not bear a member that fails, because it is
  /// not Foundation's own.
  var lacksStandIn: Bool { (shape == .dictionary || shape == .orderedSet) && standIn == nil }
}
