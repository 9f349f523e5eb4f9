// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Benchmarking
import CoreData
public import Foundation
import SQLiteRules

/// The work through managed objects, as a program that uses Core Data would do it.
public final class CoreDataPackages: DebianSystem {
  public let name = "Core Data"
  public var store: String { layout.rawValue }
  public var isPersistent: Bool { layout.isPersistent }

  private let layout: StoreLayout
  /// The stacks whose stores die with them.
  private var kept: [URL: PackageStack] = [:]

  public init(_ layout: StoreLayout) { self.layout = layout }

  public func importIndex(
    _ workload: DebianWorkload, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    try with(folder) { stack in
      try stack.perform { context in
        try measure(savingIn: folder, stopwatch) {
          PackageImport(context: context).run(workload)
          try context.save()
        }
      }
      return try stack.perform { try PackageQueries(context: $0).contents().checksum }
    }
  }

  public func reverseDependencies(
    _ workload: DebianWorkload, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    try ask(folder, stopwatch) { queries in
      let direct = try workload.directNames.reduce(0) { try $0 + queries.requirers(of: $1) }
      return try workload.transitiveNames.reduce(direct) {
        try $0 + queries.allRequirers(of: $1)
      }
    }
  }

  public func search(
    _ workload: DebianWorkload, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    try ask(folder, stopwatch) { queries in
      let prefixed = try workload.prefixes.reduce(0) { try $0 + queries.packages(beginning: $1) }
      return try workload.words.reduce(prefixed) { try $0 + queries.packages(mentioning: $1) }
    }
  }

  public func sections(
    _ workload: DebianWorkload, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    try ask(folder, stopwatch) { queries in
      try (0..<DebianWorkload.repetitions).reduce(0) { sum, _ in try sum + queries.sections() }
    }
  }

  public func maintainers(
    _ workload: DebianWorkload, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    try ask(folder, stopwatch) { queries in
      try (0..<DebianWorkload.repetitions).reduce(0) { sum, _ in
        try sum + queries.biggestMaintainers()
      }
    }
  }

  public func update(
    _ workload: DebianWorkload, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    try with(folder) { stack in
      try stack.perform { context in
        try measure(savingIn: folder, stopwatch) {
          var update = PackageUpdate(context: context)
          try update.run(workload)
          try context.save()
        }
      }
      return try stack.perform { try PackageQueries(context: $0).contents().checksum }
    }
  }

  public func discard(_ folder: URL) { kept[folder] = nil }

  /// Times what saves, and the checkpoint after it where the catalogue has a log.
  private func measure(
    savingIn folder: URL, _ stopwatch: Stopwatch, _ body: () throws -> Void
  ) throws {
    guard let file = layout.logged(in: folder) else { return try stopwatch.measure(body) }
    try stopwatch.measure(writingTo: file, body)
  }

  // MARK: - Stacks

  private func ask(
    _ folder: URL, _ stopwatch: Stopwatch, _ body: (PackageQueries) throws -> Int64
  ) throws -> Int64 {
    try with(folder) { stack in
      try stack.perform { context in
        try stopwatch.measure { try body(PackageQueries(context: context)) }
      }
    }
  }

  private func with<Result>(
    _ folder: URL, _ body: (PackageStack) throws -> Result
  ) throws -> Result {
    let stack = try kept[folder] ?? PackageStack(folder: folder, layout: layout)
    guard isPersistent else {
      kept[folder] = stack
      return try body(stack)
    }
    let result = try body(stack)
    try stack.close()
    return result
  }
}
