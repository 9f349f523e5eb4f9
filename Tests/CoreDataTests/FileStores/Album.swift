// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// A client's class that archives know, with a collection that it decodes itself.
final class Album: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  private static let classes: [AnyClass] = [
    NSDictionary.self, NSArray.self, NSSet.self, NSOrderedSet.self, NSString.self, NSUUID.self,
    Swatch.self, Dud.self,
  ]

  /// Nil where it could not be decoded.
  let pages: NSObject?

  init(_ pages: NSObject) { self.pages = pages }

  init?(coder: NSCoder) {
    pages = coder.decodeObject(of: Album.classes, forKey: "pages") as? NSObject
  }

  func encode(with coder: NSCoder) { coder.encode(pages, forKey: "pages") }

  override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? Album else { return false }
    return pages?.isEqual(other.pages) ?? (other.pages == nil)
  }
  override var hash: Int { 0 }
}
