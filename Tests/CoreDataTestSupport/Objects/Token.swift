// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import Foundation

/// A class that can be archived, but not with secure coding.
package final class Token: NSObject, NSCoding {
  package let number: Int

  package init(_ number: Int) { self.number = number }

  package init?(coder: NSCoder) { number = coder.decodeInteger(forKey: "number") }

  package func encode(with coder: NSCoder) { coder.encode(number, forKey: "number") }

  package override func isEqual(_ object: Any?) -> Bool { (object as? Token)?.number == number }

  package override var hash: Int { number }
}

/// A class whose objects may lead back to themselves.
package final class Chain: NSObject, NSCoding {
  package var next: Chain?

  package init(_ next: Chain?) { self.next = next }

  package init?(coder: NSCoder) { next = coder.decodeObject(forKey: "next") as? Chain }

  package func encode(with coder: NSCoder) { coder.encode(next, forKey: "next") }
}
