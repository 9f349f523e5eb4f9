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

  /// Letters of the stores that there are in this build, alone.
  static let singles: [String] = {
    var letters = ["B", "X"]
    #if SQLite
    letters += ["S", "E"]
    #endif
    #if LMDB
    letters += ["L"]
    #endif
    return letters
  }()

  /// Several stores in one save: each ordered pair of kinds, or a few that have every kind as first
  /// and as second, with triples.
  static let sets =
    isThorough ? pairs : (["SS", "SL", "LX", "BS", "XB", "SLB"]).filter(exists)

  /// Each ordered pair of kinds.
  static let pairs = singles.flatMap { first in singles.map { first + $0 } }

  /// Each ordered triple, without those that differ only in external files; none in a sample.
  static let triples =
    isThorough
    ? pairs.filter { !$0.contains("E") }
      .flatMap { pair in singles.filter { $0 != "E" }.map { pair + $0 } } : []

  /// The same with external files in place of none.
  static let externalTriples =
    triples.filter { $0.contains("S") }.map { $0.replacingOccurrences(of: "S", with: "E") }

  private static func exists(_ set: String) -> Bool {
    !set.contains { !singles.contains(String($0)) }
  }

  static func plans(_ stores: [String], _ faults: [Fault]) -> [FaultPlan] {
    stores.flatMap { stores in faults.map { FaultPlan(stores: stores, fault: $0) } }
  }

  /// Whether every call is tried, as `make torture` does, instead of a sample.
  static let isThorough = ProcessInfo.processInfo.environment["CORE_DATA_FAULTS"] == "all"

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
