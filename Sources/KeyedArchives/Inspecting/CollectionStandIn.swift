// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Classes that stand for Foundation's collections in an archive while it is decoded.
///
/// Where a member fails in its own initializer, Foundation on Linux builds a dictionary from the
/// keys and fewer values, and reads beyond them; with an ordered set it stops the program. It asks
/// a class first which one to decode in its place, when the parts of the object are at hand
/// already: these decode the members then, with the classes that are allowed just there, and name
/// Foundation's own collection only when all of them are there. It finds them decoded.
enum CollectionStandIn {
  // Sendable: touched on the one thread that decodes.
  private struct Decoding: @unchecked Sendable {
    let unarchiver: NSKeyedUnarchiver
  }

  /// On the thread that decodes, while it does.
  @TaskLocal private static var current: Decoding?

  /// Runs what decodes with stand-ins.
  static func use<T>(in unarchiver: NSKeyedUnarchiver, _ decode: () throws -> T) rethrows -> T {
    try $current.withValue(Decoding(unarchiver: unarchiver), operation: decode)
  }

  static func standIn(for kind: NSObject.Type) -> AnyClass? {
    if kind == NSDictionary.self { return PlainDictionary.self }
    if kind == NSMutableDictionary.self { return MutableDictionary.self }
    if kind == NSOrderedSet.self { return PlainOrderedSet.self }
    return kind == NSMutableOrderedSet.self ? MutableOrderedSet.self : nil
  }

  private static func dictionary(_ kind: AnyClass) -> AnyClass {
    guard let unarchiver = current?.unarchiver else { return kind }
    // An array has its members under the same name as a dictionary its values.
    return NSArray(coder: unarchiver) != nil && unarchiver.error == nil ? kind : Failure.self
  }

  private static func orderedSet(_ kind: AnyClass) -> AnyClass {
    guard let unarchiver = current?.unarchiver, !unarchiver.containsValue(forKey: "NS.objects")
    else {
      return kind
    }
    var number = 0
    while case let key = "NS.object.\(number)", unarchiver.containsValue(forKey: key) {
      guard unarchiver.decodeObject(forKey: key) != nil else { return Failure.self }
      number += 1
    }
    return kind
  }

  private final class PlainDictionary: NSDictionary {
    override class func classForKeyedUnarchiver() -> AnyClass { dictionary(NSDictionary.self) }
  }

  private final class MutableDictionary: NSMutableDictionary {
    override class func classForKeyedUnarchiver() -> AnyClass {
      dictionary(NSMutableDictionary.self)
    }
  }

  // No object of the following is ever made; an ordered set's initializers are not inherited.

  private final class PlainOrderedSet: NSOrderedSet {
    override class func classForKeyedUnarchiver() -> AnyClass { orderedSet(NSOrderedSet.self) }
    required init(arrayLiteral elements: Any...) { super.init(objects: nil, count: 0) }
    required init?(coder: NSCoder) { nil }
  }

  private final class MutableOrderedSet: NSMutableOrderedSet {
    override class func classForKeyedUnarchiver() -> AnyClass {
      orderedSet(NSMutableOrderedSet.self)
    }
    required init(arrayLiteral elements: Any...) { super.init(objects: nil, count: 0) }
    required init?(coder: NSCoder) { nil }
  }

  /// The stand-in for a collection whose members were not all decoded.
  private final class Failure: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }
    init?(coder: NSCoder) { nil }
    func encode(with coder: NSCoder) {}
  }
}
