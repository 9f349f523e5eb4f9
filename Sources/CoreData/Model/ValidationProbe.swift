// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Finds out whether a class overrides `validateValue(_:forKey:)`.
///
/// Only then must a save ask it about every property; otherwise it may skip values that the model
/// has no rules for, each of which would be boxed for the question. Swift offers no such
/// question, so the answer is read from the classes' method tables: the one entry in which a
/// subclass that overrides the method, and no other, differs from this class. When no such entry is
/// found every class counts as overriding, which is slower and never wrong.
enum ValidationProbe {
  private class Plain: NSManagedObject {}

  private class Overriding: NSManagedObject {
    override func validateValue(_ value: inout Any?, forKey key: String) throws {
      try super.validateValue(&value, forKey: key)
    }
  }

  static func overrides(_ type: NSManagedObject.Type) -> Bool {
    guard let slot else { return true }
    return word(slot, of: type) != word(slot, of: NSManagedObject.self)
  }

  private static let slot: Int? = {
    let count = wordCount(of: NSManagedObject.self)
    let candidates = (6..<max(count, 6)).filter {
      let base = word($0, of: NSManagedObject.self)
      return word($0, of: Plain.self) == base && word($0, of: Overriding.self) != base
    }
    return candidates.count == 1 ? candidates[0] : nil
  }()

  private static func word(_ index: Int, of type: NSManagedObject.Type) -> UInt {
    unsafeBitCast(type, to: UnsafeRawPointer.self).load(fromByteOffset: 8 * index, as: UInt.self)
  }

  /// The size of a class's table behind its address point; 0 when it does not look like one.
  private static func wordCount(of type: NSManagedObject.Type) -> Int {
    let start = unsafeBitCast(type, to: UnsafeRawPointer.self)
    let size = Int(start.load(fromByteOffset: 32, as: UInt32.self))
    let addressPoint = Int(start.load(fromByteOffset: 36, as: UInt32.self))
    guard size > addressPoint, size < 1 << 16 else { return 0 }
    return (size - addressPoint) / 8
  }
}
