// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// A keyed archive read without the library's own readers: a binary property list, value by value.
struct PlainArchive {
  struct Malformed: Error {}

  indirect enum Value {
    case plain(String)
    case reference(Int)
    case array([Value])
    case dictionary([String: Value])
  }

  let root: Int
  let objects: [Value]

  init(_ data: Data) throws {
    let list = try PlainList([UInt8](data))
    guard case .dictionary(let archive) = try list.value(list.root),
      case .dictionary(let top)? = archive["$top"], case .reference(let root)? = top["root"],
      case .array(let objects)? = archive["$objects"],
      case .plain("NSKeyedArchiver")? = archive["$archiver"],
      case .plain("100000")? = archive["$version"]
    else { throw Malformed() }
    (self.root, self.objects) = (root, objects)
  }

  /// The fields of an object without its class; empty for a plain value.
  func fields(_ object: Int) -> [String: Value] {
    guard case .dictionary(var fields) = objects[object] else { return [:] }
    fields["$class"] = nil
    return fields
  }

  func lineage(_ object: Int) -> [String] {
    guard case .dictionary(let fields) = objects[object],
      case .reference(let place)? = fields["$class"],
      case .dictionary(let description) = objects[place],
      case .array(let names)? = description["$classes"]
    else { return [] }
    return names.map(text)
  }

  func reference(_ object: Int, _ key: String) -> Int {
    if case .reference(let place)? = fields(object)[key] { return place }
    return 0
  }

  func references(_ object: Int, _ key: String) -> [Int] {
    guard case .array(let members)? = fields(object)[key] else { return [] }
    return members.compactMap { if case .reference(let place) = $0 { place } else { nil } }
  }

  /// The pairs of a dictionary, also of one with fixed keys.
  func pairs(_ object: Int) -> [(key: String, value: Int)] {
    let strategy = reference(object, "searchMapping")
    let keys =
      strategy == 0
      ? references(object, "NS.keys") : references(reference(strategy, "keys"), "NS.objects")
    let values =
      strategy == 0
      ? references(object, "NS.objects") : references(reference(object, "values"), "NS.objects")
    return zip(keys.map { text(objects[$0]) }, values).map { (key: $0, value: $1) }
  }

  // MARK: - Texts

  /// An object in words. Entities and properties are named only: they lead to one another in circles.
  func text(_ object: Int) -> String {
    let classes = lineage(object)
    switch classes.first {
    case "NSManagedObjectModel": return "the model"
    case "NSEntityDescription": return "the entity \(text(reference(object, "NSEntityName")))"
    case _ where classes.contains("NSPropertyDescription"):
      return "the property \(text(reference(object, "NSPropertyName"))) of "
        + text(reference(object, "NSEntity"))
    case _ where classes.contains("NSDictionary"):
      return
        "{\(pairs(object).map { "\($0.key): \(text($0.value))" }.sorted().joined(separator: ", "))}"
    case _ where classes.contains("NSSet"):
      return "(\(references(object, "NS.objects").map(text).sorted().joined(separator: ", ")))"
    case _ where classes.contains("NSArray"):
      return "[\(references(object, "NS.objects").map(text).joined(separator: ", "))]"
    case nil: return text(objects[object])
    default: break
    }
    let parts = fields(object).filter { $0.key != "NSFetchIndexDescription" }
      .map { "\($0.key) \(text($0.value))" }.sorted()
    return "\(classes.joined(separator: " < "))(\(parts.joined(separator: ", ")))"
  }

  func text(_ value: Value) -> String {
    switch value {
    case .plain(let text): text
    case .reference(let object): text(object)
    case .array(let members): "[\(members.map(text).joined(separator: ", "))]"
    case .dictionary(let fields): "\(fields.mapValues(text).sorted { $0.key < $1.key })"
    }
  }

  /// Everything that the archive says of the model, its entities and their properties.
  func facts() -> [String: String] {
    var facts: [String: String] = [:]
    func add(_ object: Int, _ place: String) {
      facts["\(place) class"] = lineage(object).joined(separator: " < ")
      for (key, value) in fields(object) { facts["\(place) \(key)"] = text(value) }
    }
    add(root, "model")
    for (name, entity) in pairs(reference(root, "NSEntities")) {
      add(entity, name)
      for (property, place) in pairs(reference(entity, "NSProperties")) {
        add(place, "\(name).\(property)")
      }
    }
    return facts
  }
}

/// A binary property list.
private struct PlainList {
  let bytes: [UInt8]
  let root: Int
  private let offsets: [Int]
  private let size: Int

  init(_ bytes: [UInt8]) throws {
    guard bytes.count > 40, bytes.starts(with: Array("bplist00".utf8)) else {
      throw PlainArchive.Malformed()
    }
    func number(_ place: Int, _ size: Int) -> Int {
      bytes[place..<(place + size)].reduce(0) { $0 << 8 | Int($1) }
    }
    let trailer = bytes.count - 32
    let offsetSize = Int(bytes[trailer + 6])
    let start = number(trailer + 24, 8)
    offsets = (0..<number(trailer + 8, 8)).map { number(start + $0 * offsetSize, offsetSize) }
    root = number(trailer + 16, 8)
    size = Int(bytes[trailer + 7])
    self.bytes = bytes
  }

  private func number(_ place: Int, _ size: Int) -> Int {
    bytes[place..<(place + size)].reduce(0) { $0 << 8 | Int($1) }
  }

  func value(_ object: Int) throws -> PlainArchive.Value {
    let place = offsets[object]
    let (kind, short) = (bytes[place] >> 4, Int(bytes[place] & 0x0F))
    switch kind {
    case 0: return .plain(short == 9 ? "true" : "false")
    case 1: return .plain("\(Int(truncatingIfNeeded: number(place + 1, 1 << short)))")
    case 2: return .plain("\(Double(bitPattern: UInt64(bitPattern: Int64(number(place + 1, 8)))))")
    case 8: return .reference(number(place + 1, short + 1))
    default: break
    }
    var (count, start) = (short, place + 1)
    if short == 15 {
      let width = 1 << Int(bytes[start] & 0x0F)
      (count, start) = (number(start + 1, width), start + 1 + width)
    }
    func member(_ index: Int) -> Int { number(start + index * size, size) }
    switch kind {
    case 4: return .plain(Data(bytes[start..<(start + count)]).base64EncodedString())
    case 5: return .plain(String(decoding: bytes[start..<(start + count)], as: UTF8.self))
    case 6:
      let units = (0..<count).map { UInt16(number(start + 2 * $0, 2)) }
      return .plain(String(decoding: units, as: UTF16.self))
    case 0xA: return .array(try (0..<count).map { try value(member($0)) })
    case 0xD:
      var fields: [String: PlainArchive.Value] = [:]
      for index in 0..<count {
        guard case .plain(let key) = try value(member(index)) else {
          throw PlainArchive.Malformed()
        }
        fields[key] = try value(member(count + index))
      }
      return .dictionary(fields)
    default: throw PlainArchive.Malformed()
    }
  }
}
