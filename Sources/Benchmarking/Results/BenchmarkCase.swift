// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A kind of timed work. The raw value is the short name used on command lines and in results.
public enum BenchmarkCase: String, CaseIterable, Codable, Sendable {
  case insert = "1a"
  case insertInBatches = "1b"
  case fetchAll = "2"
  case filterAndSort = "3"
  case lookUp = "4"
  case lookUpAgain = "4b"
  case update = "5"
  case traverse = "6"
  case traversePrefetching = "6b"
  case traverseSet = "6s"
  case traverseSetPrefetching = "6bs"
  case traverseTypedSet = "6t"
  case delete = "7"
  case commit = "8a"
  case commitDurably = "8b"
  case open = "9"
  case openProcess = "9b"
  case openUnknown = "9c"
  case memory = "10"
  case refetch = "11"
  case routing = "12"

  /// A few words for tables.
  public var title: String {
    switch self {
    case .insert: "insert"
    case .insertInBatches: "insert by 1,000"
    case .fetchAll: "fetch all"
    case .filterAndSort: "filter and sort"
    case .lookUp: "look up"
    case .lookUpAgain: "look up again"
    case .update: "update"
    case .traverse: "traverse"
    case .traversePrefetching: "traverse, prefetched"
    case .traverseSet: "traverse NSSet"
    case .traverseSetPrefetching: "NSSet, prefetched"
    case .traverseTypedSet: "traverse typed Set"
    case .delete: "delete"
    case .commit: "commits"
    case .commitDurably: "durable commits"
    case .open: "open"
    case .openProcess: "whole process"
    case .openUnknown: "open unknown file"
    case .memory: "memory per object"
    case .refetch: "fetch again"
    case .routing: "three stores"
    }
  }

  /// True if the work grows with the number of employees, so that ten times as many may take no
  /// more than eleven times as long.
  public var growsWithCount: Bool {
    switch self {
    case .insert, .insertInBatches, .fetchAll, .update, .traverse, .traversePrefetching,
      .traverseSet, .traverseSetPrefetching, .traverseTypedSet, .delete, .refetch:
      true
    default: false
    }
  }

  /// True if the case goes through a to-many relationship.
  public var isTraversal: Bool {
    switch self {
    case .traverse, .traversePrefetching, .traverseSet, .traverseSetPrefetching, .traverseTypedSet:
      true
    default: false
    }
  }

  /// True if the case changes the store, so that it needs a copy.
  public var changesData: Bool {
    switch self {
    case .insert, .insertInBatches, .update, .delete, .commit, .commitDurably: true
    default: false
    }
  }

  /// The parts of the case about routing: the cases that are run with three stores.
  public static let routed: [BenchmarkCase] = [.insert, .fetchAll, .filterAndSort, .lookUp]

  /// How the part of the case about routing that runs `part` is named: `12.1a`.
  public static func routedName(_ part: BenchmarkCase) -> String { "12.\(part.rawValue)" }

  /// Returns a title for any case name in results, those of the parts of case 12 included.
  public static func title(of name: String) -> String {
    if let known = BenchmarkCase(rawValue: name) { return known.title }
    let part = BenchmarkCase(rawValue: String(name.split(separator: ".").last ?? ""))
    return part.map { "three stores, \($0.title)" } ?? name
  }
}
