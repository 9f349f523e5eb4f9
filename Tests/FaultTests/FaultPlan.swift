// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import Testing

/// What goes wrong, and where: each of a number of calls in turn.
struct FaultPlan: Sendable, CustomTestStringConvertible {
  /// The stores, by the letters of the driver's Layout.
  let stores: String
  let fault: Fault

  var testDescription: String { "\(stores), \(fault.name)" }

  private static let environment = ProcessInfo.processInfo.environment

  /// Whether every call is tried, as `make torture` does, instead of a sample.
  static let isThorough = environment["CORE_DATA_FAULTS"] == "all"

  /// The only stores that are wanted, such as `SL,SLB` in CORE_DATA_FAULT_STORES.
  private static let wanted = environment["CORE_DATA_FAULT_STORES"]?.split(separator: ",")

  /// The kinds of stores that there are in this build.
  private static let letters: String = {
    var letters = "BX"
    #if SQLite
    letters += "SE"
    #endif
    #if LMDB
    letters += "L"
    #endif
    return letters
  }()

  /// Stores alone.
  static let singles = select(letters.map(String.init))

  /// Several stores in one save: each ordered pair of kinds, or a few that have every kind as first
  /// and as second, and three at once.
  static let sets = isThorough ? pairs : select(["SS", "SL", "LX", "BS", "XB", "SLB"])

  /// Each ordered pair of kinds.
  static let pairs = select(combine(letters.map(String.init), letters))

  /// Each ordered triple, without external files; none in a sample.
  static let triples = isThorough ? select(plainTriples) : []

  /// The same with external files.
  static let externalTriples =
    isThorough
    ? select(
      plainTriples.filter { $0.contains("S") }
        .map { $0.replacingOccurrences(of: "S", with: "E") }) : []

  private static let plainTriples: [String] = {
    let plain = letters.filter { $0 != "E" }
    return combine(combine(plain.map(String.init), plain), plain)
  }()

  private static func combine(_ sets: [String], _ letters: String) -> [String] {
    sets.flatMap { set in letters.map { set + String($0) } }
  }

  private static func select(_ sets: [String]) -> [String] {
    sets.filter { set in
      let exists = !set.contains { !letters.contains($0) }
      return exists && wanted?.contains { $0 == set } ?? true
    }
  }

  static func plans(_ stores: [String], _ faults: [Fault]) -> [FaultPlan] {
    stores.flatMap { stores in faults.map { FaultPlan(stores: stores, fault: $0) } }
  }

  /// Calls to try of so many: all, or some that lie evenly. Where they begin differs from plan to
  /// plan, so that the plans together try the first calls, the last and those between.
  func places(_ calls: Int, sample: Int = 2) -> [Int] {
    guard calls > sample, !Self.isThorough else { return Array(1...max(calls, 1)) }
    let letters = testDescription.unicodeScalars.reduce(0) { $0 &* 31 &+ Int($1.value) }
    let start = abs(letters % calls)
    return (0..<sample).map { 1 + (start + $0 * calls / sample) % calls }.sorted()
  }
}

/// What a call does instead of its work.
struct Fault: Sendable {
  let name: String
  let action: Int32
  var isPersistent = false
  /// The kinds of calls, by the letters of CFaults.
  var calls = "owstmn"

  static let kill = Fault(name: "killed before", action: -1)
  static let killAfter = Fault(name: "killed after", action: -2)
  static let killHalf = Fault(name: "killed while writing", action: -3, calls: "w")
  static let short = Fault(name: "half a write", action: -4, calls: "w")
  static let once = Fault(name: "EIO once", action: EIO)
  static let interrupted = Fault(name: "EINTR once", action: EINTR, calls: "wst")
  static let full = Fault(name: "disk full once", action: ENOSPC, calls: "wtn")
  static let staysFull = Fault(
    name: "disk stays full", action: ENOSPC, isPersistent: true, calls: "wtn")
  static let readOnly = Fault(
    name: "disk becomes read-only", action: EROFS, isPersistent: true, calls: "owtn")
  static let syncFails = Fault(name: "a sync fails once", action: EIO, calls: "s")
  static let noDescriptors = Fault(name: "EMFILE once", action: EMFILE, calls: "o")
  static let unreadable = Fault(name: "a read fails once", action: EIO, calls: "rm")
  static let neverReadable = Fault(
    name: "reads go on failing", action: EIO, isPersistent: true, calls: "rm")
  static let shortRead = Fault(name: "half a read", action: -4, calls: "r")

  func settings(at place: Int) -> [String: String] {
    [
      "FAULT_AT": "\(place)", "FAULT_ACTION": "\(action)", "FAULT_CALLS": calls,
      "FAULT_PERSIST": isPersistent ? "1" : "0",
    ]
  }
}
