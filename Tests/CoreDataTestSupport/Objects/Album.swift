// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import Foundation

/// A client's class that archives know, with a collection that it decodes itself.
package final class Album: NSObject, NSSecureCoding {
  package static var supportsSecureCoding: Bool { true }
  private static let classes: [AnyClass] = [
    NSDictionary.self, NSArray.self, NSSet.self, NSOrderedSet.self, NSString.self, NSUUID.self,
    Swatch.self, Dud.self,
  ]

  /// Nil where it could not be decoded.
  package let pages: NSObject?

  package init(_ pages: NSObject) { self.pages = pages }

  package init?(coder: NSCoder) {
    pages = coder.decodeObject(of: Album.classes, forKey: "pages") as? NSObject
  }

  package func encode(with coder: NSCoder) { coder.encode(pages, forKey: "pages") }

  package override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? Album else { return false }
    return pages?.isEqual(other.pages) ?? (other.pages == nil)
  }
  package override var hash: Int { 0 }
}
