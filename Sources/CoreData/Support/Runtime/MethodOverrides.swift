// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import Synchronization

/// Which of some methods a class overrides: those that a save calls on every object, and others.
///
/// Where none does, the save need not visit the objects. Swift offers no such question, so the
/// answer is read from the classes' method tables: for each method there is one entry in which a
/// subclass that overrides it, and no other, differs from this class. When no such entry is found
/// every class counts as overriding, which is slower and never wrong.
///
/// Relies on a class's metadata being its table of methods too, in words behind the address point,
/// with the sizes at offsets 32 and 36, and on a subclass having its ancestors' entries in their
/// places. `RuntimeTests` asks about classes that override each method and none: it fails when the
/// answer has become "every class".
package struct MethodOverrides: OptionSet {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let willSave = MethodOverrides(rawValue: 1 << 0)
  package static let didSave = MethodOverrides(rawValue: 1 << 1)
  package static let validateValue = MethodOverrides(rawValue: 1 << 2)
  package static let validator = MethodOverrides(rawValue: 1 << 3)

  package static let value = MethodOverrides(rawValue: 1 << 4)
  package static let pathValue = MethodOverrides(rawValue: 1 << 5)
  package static let undefinedValue = MethodOverrides(rawValue: 1 << 6)

  /// The methods by which a class answers keys that its entity does not have.
  package static let keyedReading: MethodOverrides = [.value, .pathValue, .undefinedValue]

  /// The methods that take part in the check of single values.
  package static let validation: MethodOverrides = [.validateValue, .validator]

  private static let known = OrderedMutex<[ObjectIdentifier: MethodOverrides]>([:], .leaf)

  /// Returns the methods that a class overrides; found out once.
  package static func of(_ type: NSManagedObject.Type) -> MethodOverrides {
    if let known = known.withLock({ $0[ObjectIdentifier(type)] }) { return known }
    var found: MethodOverrides = []
    for (method, probe) in MethodProbe.all where probe.finds(in: type) { found.insert(method) }
    known.withLock { $0[ObjectIdentifier(type)] = found }
    return found
  }
}

/// Where in a class's method table one method stands.
private struct MethodProbe {
  private let slot: Int?

  static let all: [(MethodOverrides, MethodProbe)] = [
    (.willSave, MethodProbe(WillSave.self)), (.didSave, MethodProbe(DidSave.self)),
    (.validateValue, MethodProbe(Validating.self)), (.validator, MethodProbe(Adding.self)),
    (.value, MethodProbe(Reading.self)), (.pathValue, MethodProbe(PathReading.self)),
    (.undefinedValue, MethodProbe(Answering.self)),
  ]

  private class Plain: NSManagedObject {}

  private class WillSave: NSManagedObject {
    override func willSave() { preconditionFailure("A probe has no instances.") }
  }

  private class DidSave: NSManagedObject {
    override func didSave() { preconditionFailure("A probe has no instances.") }
  }

  private class Validating: NSManagedObject {
    override func validateValue(_ value: inout Any?, forKey key: String) throws {
      try super.validateValue(&value, forKey: key)
    }
  }

  private class Adding: NSManagedObject {
    override class func validator(forKey key: String)
      -> ((NSManagedObject, inout Any?) throws -> Void)?
    {
      super.validator(forKey: key)
    }
  }

  private class Reading: NSManagedObject {
    override func value(forKey key: String) -> Any? { super.value(forKey: key) }
  }

  private class PathReading: NSManagedObject {
    override func value(forKeyPath keyPath: String) -> Any? { super.value(forKeyPath: keyPath) }
  }

  private class Answering: NSManagedObject {
    override func value(forUndefinedKey key: String) -> Any? { super.value(forUndefinedKey: key) }
  }

  /// - Parameter overriding: a class that overrides the method and nothing else.
  private init(_ overriding: NSManagedObject.Type) {
    let count = MethodProbe.wordCount(of: NSManagedObject.self)
    let candidates = (6..<max(count, 6)).filter {
      let base = MethodProbe.word($0, of: NSManagedObject.self)
      return MethodProbe.word($0, of: Plain.self) == base
        && MethodProbe.word($0, of: overriding) != base
    }
    slot = candidates.count == 1 ? candidates[0] : nil
  }

  func finds(in type: NSManagedObject.Type) -> Bool {
    guard let slot else { return true }
    return MethodProbe.word(slot, of: type) != MethodProbe.word(slot, of: NSManagedObject.self)
  }

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
