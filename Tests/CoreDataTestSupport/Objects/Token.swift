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
