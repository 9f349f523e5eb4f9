// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

/// A bookmark in the histories of some stores: for each, by its UUID, the number of the last
/// transaction before it.
///
/// Good in every process that opens the stores, and for ever: archive it with
/// `NSKeyedArchiver` (secure coding) and read on from it later. It expires when what follows it is
/// purged (134301). Tokens with the same numbers are equal. Any thread (R-PSC-740).
// Sendable: immutable.
nonisolated open class NSPersistentHistoryToken: NSObject, NSCopying, NSSecureCoding,
  @unchecked Sendable
{
  /// True.
  public static var supportsSecureCoding: Bool { true }

  private static let key = "numbers"

  /// By the UUIDs of the stores.
  final let numbers: [String: Int64]

  /// A token of no store: everything is behind it.
  public override init() {
    numbers = [:]
    super.init()
  }

  init(_ numbers: [String: Int64]) {
    self.numbers = numbers
    super.init()
  }

  /// Reads a token; nil for an archive of something else.
  public required init?(coder: NSCoder) {
    let classes: [AnyClass] = [NSDictionary.self, NSString.self, NSNumber.self]
    guard
      let stored = coder.decodeObject(of: classes, forKey: NSPersistentHistoryToken.key)
        as? [String: NSNumber]
    else { return nil }
    numbers = stored.mapValues(\.int64Value)
    super.init()
  }

  /// Writes the UUIDs and numbers.
  open func encode(with coder: NSCoder) {
    let stored = NSMutableDictionary()
    for (store, number) in numbers { stored[store as NSString] = NSNumber(value: number) }
    coder.encode(stored as NSDictionary, forKey: NSPersistentHistoryToken.key)
  }

  /// Returns the token itself.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Returns true if the other has the same stores and numbers.
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? NSPersistentHistoryToken)?.numbers == numbers
  }

  /// A hash of the numbers.
  open override var hash: Int { numbers.hashValue }

  /// The stores and numbers.
  open override var description: String {
    let lines = numbers.sorted { $0.key < $1.key }.map { "\($0.key) = \($0.value)" }
    return "<NSPersistentHistoryToken - {\(lines.joined(separator: "; "))}>"
  }
}
