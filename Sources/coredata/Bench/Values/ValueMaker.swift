// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Makes the values of one attribute, each by its rank.
protocol ValueMaker {
  /// How many different values there are; at least 1.
  var domain: Int { get }
  /// True if different ranks below ``domain`` always give different values.
  var isInjective: Bool { get }
  /// Returns the value of a rank from 0 up to, not including, ``domain``.
  func value(_ rank: Int) -> Any
}

/// The one value there may be.
struct FixedMaker: ValueMaker {
  let fixed: Any

  var domain: Int { 1 }
  var isInjective: Bool { true }
  func value(_ rank: Int) -> Any { fixed }
}

struct BooleanMaker: ValueMaker {
  var domain: Int { 2 }
  var isInjective: Bool { true }
  func value(_ rank: Int) -> Any { NSNumber(value: rank != 0) }
}

struct UUIDMaker: ValueMaker {
  var domain: Int { Int.max }
  var isInjective: Bool { true }

  func value(_ rank: Int) -> Any {
    let high = Dice.mixed(UInt64(rank))
    let low = Dice.mixed(high)
    let bytes =
      (0..<8).map { UInt8(truncatingIfNeeded: high >> (8 * $0)) }
      + (0..<8).map { UInt8(truncatingIfNeeded: low >> (8 * $0)) }
    return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}

struct URIMaker: ValueMaker {
  var domain: Int { Int.max }
  var isInjective: Bool { true }

  func value(_ rank: Int) -> Any {
    let page = String(Dice.mixed(UInt64(rank)), radix: 36)
    return URL(string: "https://example.com/\(page)") ?? URL(fileURLWithPath: "/\(page)")
  }
}

/// Values of transformable attributes: what property lists may hold.
struct ArchiveMaker: ValueMaker {
  /// True if the built-in transformer archives the value; otherwise it is data already.
  let isArchived: Bool
  let data: DataMaker

  var domain: Int { data.domain }
  var isInjective: Bool { true }

  func value(_ rank: Int) -> Any {
    guard isArchived else { return data.value(rank) }
    return ["Item \(rank)", "of a list"] as NSArray
  }
}

/// Bytes around a length, the first eight telling the rank.
struct DataMaker: ValueMaker {
  let length: Int

  var domain: Int { Int.max }
  var isInjective: Bool { true }

  func value(_ rank: Int) -> Any {
    let dice = Dice(seed: UInt64(rank))
    let count = max(8, length / 2 + dice.number(0, below: length + 1))
    var bytes = [UInt8](repeating: 0, count: count)
    for word in 0...(count / 8) {
      let number = word == 0 ? Dice.mixed(UInt64(rank)) : dice.number(word)
      for place in 0..<8 where word * 8 + place < count {
        bytes[word * 8 + place] = UInt8(truncatingIfNeeded: number >> (8 * place))
      }
    }
    return Data(bytes)
  }
}
