// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// Numbers of all kinds, found by value as ``NumberComparison`` compares them: a double with decimals as
/// the shortest one that leads to it, and one
/// beyond a decimal's range with the double that a decimal is nearest to.
struct NumberSet: Sendable {
  /// A number that is whole is found under its integer, others under their bits.
  private enum Binary: Hashable {
    case whole(Int64)
    case other(UInt64)
  }

  private let binaries: Set<Binary>
  /// The decimals among the members, for the decimals, integers and doubles that are asked for.
  private let decimals: Set<SortableKey>
  private let roundedDecimals: Set<UInt64>
  /// The integers and doubles among the members, for the decimals that are asked for.
  private let exactBinaries: Set<SortableKey>
  private let extremeDoubles: Set<UInt64>

  init(integers: [Int64], doubles: [Double], decimals: [Decimal]) {
    let doubles = doubles.filter { !$0.isNaN }
    let decimals = decimals.filter { !$0.isNaN }
    binaries = Set(
      integers.map(Binary.whole) + doubles.map(NumberSet.binary))
    self.decimals = Set(decimals.map(NumberSet.key))
    roundedDecimals = Set(decimals.map { NumberSet.bits(NumberSet.rounded($0)) })
    let moderate = doubles.filter(NumberSet.isModerate)
    exactBinaries = Set(
      integers.map { NumberSet.key(Decimal($0)) }
        + moderate.map { NumberSet.key($0.shortestDecimal) })
    extremeDoubles = Set(doubles.filter { !NumberSet.isModerate($0) }.map(NumberSet.bits))
  }

  func contains(_ value: Int64) -> Bool {
    binaries.contains(.whole(value))
      || !decimals.isEmpty && decimals.contains(NumberSet.key(Decimal(value)))
  }

  func contains(_ value: Double) -> Bool {
    if value.isNaN { return false }
    if binaries.contains(NumberSet.binary(value)) { return true }
    guard !decimals.isEmpty else { return false }
    return NumberSet.isModerate(value)
      ? decimals.contains(NumberSet.key(value.shortestDecimal))
      : roundedDecimals.contains(NumberSet.bits(value))
  }

  func contains(_ value: Decimal) -> Bool {
    if value.isNaN { return false }
    let key = NumberSet.key(value)
    return decimals.contains(key) || exactBinaries.contains(key)
      || !extremeDoubles.isEmpty
        && extremeDoubles.contains(NumberSet.bits(NumberSet.rounded(value)))
  }

  // MARK: - Forms

  /// Bits that are the same for both zeros.
  static func bits(_ value: Double) -> UInt64 { value == 0 ? 0 : value.bitPattern }

  /// True if the double is compared with decimals as a decimal; see ``NumberComparison``.
  private static func isModerate(_ value: Double) -> Bool {
    value == 0 || value.hasDecimal
  }

  private static func binary(_ value: Double) -> Binary {
    Int64(exactly: value).map(Binary.whole) ?? .other(value.bitPattern)
  }

  private static func rounded(_ value: Decimal) -> Double {
    value.nearestDouble
  }

  private static func key(_ value: Decimal) -> SortableKey {
    var key = SortableKey()
    var text = DecimalCoding.text(value)
    text.withUTF8 { key.appendDecimal(UnsafeRawBufferPointer($0), ascending: true) }
    return key
  }
}
