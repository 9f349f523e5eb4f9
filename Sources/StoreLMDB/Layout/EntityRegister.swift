// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation
import StoreInterface

/// The file's own numbers of entities.
///
/// A schema's indexes shift when another part of the model changes, so a file numbers entities by
/// name, once and for ever. New names take their index where it is free: in the common case the
/// two agree, and rows are copied as they are.
struct EntityRegister: Sendable {
  private static let none = UInt32.max

  /// Every name the file knows, by number.
  private(set) var names: [UInt32: String]
  private var stored: [UInt32]
  private var indexes: [UInt32]
  /// True if every number of the file equals the schema's index.
  private(set) var isIdentity = true

  init(names: [UInt32: String], schema: StoreSchema) {
    self.names = names
    stored = [UInt32](repeating: EntityRegister.none, count: schema.entities.count)
    indexes = [UInt32](repeating: EntityRegister.none, count: Int(names.keys.max() ?? 0) + 1)
    for (number, name) in names {
      guard let entity = schema.entity(named: name) else { continue }
      stored[entity.index] = number
      indexes[Int(number)] = UInt32(entity.index)
      if Int(number) != entity.index { isIdentity = false }
    }
  }

  /// The same with a number for every entity of the schema.
  ///
  /// - Parameter former: numbers that are not given out, though they are free.
  func completed(for schema: StoreSchema, avoiding former: Set<UInt32> = []) -> EntityRegister {
    var names = names
    let highest = max(names.keys.max() ?? 0, former.max() ?? 0)
    var next = max(highest + 1, UInt32(schema.entities.count))
    for entity in schema.entities where stored[entity.index] == EntityRegister.none {
      let index = UInt32(entity.index)
      if names[index] == nil, !former.contains(index) {
        names[index] = entity.name
      } else {
        names[next] = entity.name
        next += 1
      }
    }
    return EntityRegister(names: names, schema: schema)
  }

  /// Returns the file's number of an entity of the schema.
  func number(of entity: Int) -> UInt32? {
    guard entity < stored.count, stored[entity] != EntityRegister.none else { return nil }
    return stored[entity]
  }

  /// Returns the schema's index for a number of the file.
  func index(of number: UInt32) -> Int? {
    guard Int(number) < indexes.count, indexes[Int(number)] != EntityRegister.none else {
      return nil
    }
    return Int(indexes[Int(number)])
  }

  // MARK: - Stored form

  /// For each entity, ascending by number: the number, the name's length, the name.
  var encoded: Data {
    var data = Data()
    for (number, name) in names.sorted(by: { $0.key < $1.key }) {
      withUnsafeBytes(of: number.littleEndian) { data.append(contentsOf: $0) }
      let bytes = Array(name.utf8)
      withUnsafeBytes(of: UInt32(bytes.count).littleEndian) { data.append(contentsOf: $0) }
      data.append(contentsOf: bytes)
    }
    return data
  }

  /// Returns the names by number; nil when the bytes are damaged.
  static func decode(_ bytes: UnsafeRawBufferPointer) -> [UInt32: String]? {
    var names: [UInt32: String] = [:]
    var position = 0
    while position < bytes.count {
      guard position + 8 <= bytes.count else { return nil }
      let number = bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self).littleEndian
      let length = bytes.loadUnaligned(fromByteOffset: position + 4, as: UInt32.self).littleEndian
      position += 8
      // A number beyond a million is damage, not a model.
      guard number < 1 << 20, position + Int(length) <= bytes.count else { return nil }
      names[number] = String(decoding: bytes[position..<position + Int(length)], as: UTF8.self)
      position += Int(length)
    }
    return names
  }
}
#endif
