// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting

/// The check of one store, step by step.
struct StoreVerification {
  /// How much of the progress the engine's check is, of 100.
  private static let filePart = 30
  /// How often a counter is raised before it is given up.
  private static let raises = 4

  private let store: NSPersistentStore
  private let coordinator: NSPersistentStoreCoordinator
  private let isRepairing: Bool

  init(
    of store: NSPersistentStore, in coordinator: NSPersistentStoreCoordinator, isRepairing: Bool
  ) {
    self.store = store
    self.coordinator = coordinator
    self.isRepairing = isRepairing
  }

  func run(_ run: BackupRun) throws -> [IntegrityIssue] {
    guard coordinator.persistentStores.contains(where: { $0 === store }) else {
      throw CocoaError.make(
        .persistentStoreOperation, reason: "The store to verify is not in this coordinator.")
    }
    try run.begin(1)
    do {
      return try steps(run)
    } catch let error as StoreError {
      throw ErrorTranslation.cocoaError(error, url: store.url, engine: store.place.engine)
    } catch let error as RoutingError {
      throw ErrorTranslation.cocoaError(error, coordinator: coordinator, objects: [])
    }
  }

  private func steps(_ run: BackupRun) throws -> [IntegrityIssue] {
    if isRepairing, store.isReadOnly {
      throw RoutingError.readOnly(ordinal: store.ordinal, name: name)
    }
    var issues = try fileIssues(run)
    try run.requireGoingOn()
    // What cannot be read is no ground to repair anything on.
    if issues.contains(where: { $0.kind == .damagedFile }) { return issues }
    let content = try content(run)
    issues += content.issues
    try run.requireGoingOn()
    issues += try counterIssues(content.highest)
    issues += try linkIssues(run)
    run.finishStore()
    return issues
  }

  private var name: String { store.url?.path ?? store.type }

  // MARK: - Files

  private func fileIssues(_ run: BackupRun) throws -> [IntegrityIssue] {
    let findings = try coordinator.router.using(store.ordinal) { backend in
      try backend.checkFiles(isRepairing: isRepairing) { run.report(0, of: 100) }
    }
    _ = run.report(StoreVerification.filePart, of: 100)
    return findings.map { finding in
      IntegrityIssue(
        finding.kind.issue, message: "\(name): \(finding.message)", isRepaired: finding.isRepaired)
    }
  }

  // MARK: - Objects

  /// The objects as of one moment, or within the transaction that repairs them.
  private func content(_ run: BackupRun) throws -> ContentCheck {
    let total = try coordinator.router.using(store.ordinal) { try $0.statistics() }
      .entities.reduce(0) { $0 + $1.rows }
    func check(_ reader: any StoreSnapshot) throws -> ContentCheck {
      let check = ContentCheck(store, in: coordinator, reader)
      try check.run { count in
        let left = 100 - StoreVerification.filePart
        _ = run.report(
          StoreVerification.filePart + left * min(count, total) / max(total, 1), of: 100)
        try run.requireGoingOn()
      }
      return check
    }
    guard isRepairing else {
      return try coordinator.router.using(store.ordinal) { backend in
        let reader = try backend.beginRead()
        defer { reader.end() }
        return try check(reader)
      }
    }
    return try coordinator.router.transact(on: store.ordinal) { transaction in
      let found = try check(transaction.reader)
      try ContentRepair(of: found, in: transaction).run()
      return found
    }
  }

  // MARK: - Numbers and links

  private func counterIssues(_ highest: [Int: Int64]) throws -> [IntegrityIssue] {
    // Stores of clients name their objects themselves.
    guard !store.place.isOfClient else { return [] }
    return try coordinator.router.using(store.ordinal) { backend in
      try highest.sorted { $0.key < $1.key }.compactMap { root, last in
        guard let free = try next(root, backend), free <= last else { return nil }
        let entity = coordinator.schema.entities[root].name
        return IntegrityIssue(
          .lowCounter,
          message: "\(name): the next \(entity) would get the number \(free), but \(last) is taken",
          isRepaired: isRepairing ? try raise(root, above: last, backend) : false)
      }
    }
  }

  private func next(_ root: Int, _ backend: any StoreBackend) throws(StoreError) -> Int64? {
    let counters = try backend.counters()
    return coordinator.schema.entities[root].subtree.lazy.compactMap { counters[$0] }.first
  }

  /// Returns true if the counter is above a number now. Numbers that were taken ahead go first.
  private func raise(
    _ root: Int, above last: Int64, _ backend: any StoreBackend
  ) throws(StoreError) -> Bool {
    for _ in 0..<StoreVerification.raises {
      guard let free = try next(root, backend), free <= last else { return true }
      _ = try backend.reserveNumbers(Int(last - free) + 1, root: root)
    }
    return try next(root, backend).map { $0 > last } ?? true
  }

  private func linkIssues(_ run: BackupRun) throws -> [IntegrityIssue] {
    var issues: [IntegrityIssue] = []
    try LinkCheck(coordinator: coordinator, stores: [store]).run { finding in
      try run.requireGoingOn()
      guard let problem = finding.problem else { return }
      let entity = coordinator.entities[finding.owner.entity]
      let property = entity.frozenLayoutOrFail.properties[finding.index].name
      issues.append(
        IntegrityIssue(
          .unresolvedLink, object: coordinator.objectID(for: finding.owner), property: property,
          message: "\(name): \(entity.name ?? "").\(property) leads to \(finding.uri): "
            + problem.rawValue))
    }
    return issues
  }
}

extension FileFinding.Kind {
  fileprivate var issue: IntegrityIssue.Kind {
    switch self {
    case .damage: .damagedFile
    case .index: .damagedIndex
    case .danglingLink: .danglingReference
    case .missingFile: .missingFile
    case .unusedFile: .unusedFile
    }
  }
}
