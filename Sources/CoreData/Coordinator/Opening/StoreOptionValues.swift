// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// The options a store is added with, read leniently (R-PSC-011).
struct StoreOptionValues {
  let dictionary: [AnyHashable: Any]?
  /// The same by the texts of their keys: to look one up in a dictionary of any keys takes three thousand
  /// instructions, and an opening asks for some thirty.
  private let values: [String: Any]

  init(_ dictionary: [AnyHashable: Any]?) {
    self.dictionary = dictionary
    var values: [String: Any] = [:]
    for (key, value) in dictionary ?? [:] {
      if let text = key as? String { values[text] = value }
    }
    self.values = values
  }

  /// Returns a Boolean: `Bool`, a number, or any integer.
  func flag(_ key: String) -> Bool { number(key)?.boolValue ?? false }

  func number(_ key: String) -> NSNumber? {
    guard let value = values[key] else { return nil }
    if let number = value as? NSNumber { return number }
    if let integer = value as? any BinaryInteger { return NSNumber(value: Int64(integer)) }
    Log.warning("The option \(key) takes a number; it is ignored.")
    return nil
  }

  /// The durability that was chosen; nil for none, or what is none.
  var durability: StoreDurability? {
    guard let value = values[StoreDurabilityOption] else { return nil }
    if let durability = value as? StoreDurability { return durability }
    let text = value as? String ?? (value as? NSString).map { "\($0)" }
    if let durability = text.flatMap(StoreDurability.init) { return durability }
    Log.warning("The option \(StoreDurabilityOption) takes a StoreDurability; it is ignored.")
    return nil
  }

  /// True if the store shall write a history of its changes: a Boolean, or a dictionary of
  /// settings.
  var wantsHistory: Bool {
    guard let value = values[NSPersistentHistoryTrackingKey] else { return false }
    return (value as? NSNumber)?.boolValue ?? (value as? Bool) ?? (value is [AnyHashable: Any])
  }

  /// Who may read and write new files; their owner always.
  var fileMode: UInt32 {
    guard let mode = number(StoreFileModeOption) else { return StoreConfiguration.ownersOnly }
    guard (0...0o777).contains(mode.intValue) else {
      Log.warning("The option \(StoreFileModeOption) takes permission bits; it is ignored.")
      return StoreConfiguration.ownersOnly
    }
    return UInt32(mode.intValue) & 0o666 | StoreConfiguration.ownersOnly
  }

  /// The upkeep of the file that is wanted when the store is added.
  var upkeep: [StoreUpkeep] {
    var upkeep: [StoreUpkeep] = []
    if flag(NSSQLiteManualVacuumOption) { upkeep.append(.vacuum) }
    if flag(NSSQLiteAnalyzeOption) { upkeep.append(.analyze) }
    return upkeep
  }

  func apply(to settings: inout StoreConfiguration) {
    settings.isReadOnly = flag(NSReadOnlyPersistentStoreOption)
    settings.ignoresVersion = flag(NSIgnorePersistentStoreVersioningOption)
    if let timeout = number(NSPersistentStoreTimeoutOption) {
      settings.timeout = timeout.doubleValue
    }
    if let size = number(ObjectIDBlockSizeOption) {
      settings.numberBlockSize = max(1, size.intValue)
    }
    settings.durability = durability?.engine
    settings.isExclusive = flag(StoreExclusiveLockingOption)
    settings.fileMode = fileMode
    if let count = number(NSPersistentStoreConnectionPoolMaxSizeKey)?.intValue, count > 0 {
      settings.requestLimit = count
    }
    if wantsHistory {
      settings.history = .recorded
    } else if flag(AllowDisablingHistoryOption) {
      settings.history = .dropped
    }
    if let size = number(LMDBMapSizeOption) { settings.settings["mapsize"] = size.stringValue }
    if let count = number(LMDBMaxReadersOption) {
      settings.settings["maxreaders"] = count.stringValue
    }
    guard let pragmas = values[NSSQLitePragmasOption] as? [String: Any] else { return }
    for (name, value) in pragmas { settings.settings[name] = "\(value)" }
  }
}
