// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// Writes what a check of links has found, some hundred objects a save, in a context of its own.
struct LinkRepairing {
  private static let chunk = 500

  let coordinator: NSPersistentStoreCoordinator
  let repair: LinkRepair

  /// Returns true if a finding is to be written.
  func concerns(_ finding: LinkCheck.Finding) -> Bool {
    switch finding.problem {
    case nil: repair.contains(.renew)
    case .missingStore: repair.contains(.nullifyMissingStores)
    case .missingObject, .wrongEntity: repair.contains(.nullify)
    }
  }

  /// Writes the findings; throws what a save throws.
  func run(_ findings: [LinkCheck.Finding]) throws {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    // Rows as they are, not as they were before a batch request.
    context.stalenessInterval = 0
    var rest = findings[...]
    while !rest.isEmpty {
      let part = rest.prefix(LinkRepairing.chunk)
      rest = rest.dropFirst(part.count)
      try context.performAndWait {
        for finding in part { write(finding, in: context) }
        if context.hasChanges { try context.save() }
        context.reset()
      }
    }
  }

  /// The link may have been set to something else meanwhile.
  private func write(_ finding: LinkCheck.Finding, in context: NSManagedObjectContext) {
    let owner = context.object(with: coordinator.objectID(for: finding.owner))
    let uris = owner.linkURIs(finding.index)
    guard uris.contains(finding.uri), let kind = owner.layout.properties[finding.index].link
    else { return }
    let kept = uris.filter { $0 != finding.uri }
    let renewed = finding.problem == nil ? finding.present.map { [$0] } ?? [] : []
    owner.change(finding.index, to: LinkCoding.cell(kept + renewed, kind))
  }
}

/// The check of links, for clients.
extension NSPersistentStoreCoordinator {
  /// Returns the links that lead nowhere: to a store that is not added, to a row that is gone, to an
  /// object of a wrong entity. Our addition (R-PSC-965).
  ///
  /// ```swift
  /// for link in try coordinator.brokenLinks(repairing: .nullify) { print(link) }
  /// ```
  ///
  /// Looks at what is saved: the changes of contexts are not seen, and repairs are saves, which
  /// contexts may merge as any other. Not for a moment when others delete what links are being set
  /// to: the check is no lock. Any thread; O(links), in batches.
  ///
  /// - Parameters:
  ///   - stores: those whose objects' links are looked at; nil: all.
  ///   - repair: what to write; nothing by default. What was found is returned all the same.
  /// - Throws: 134000-range errors of stores; what saves throw, as 1570 for a mandatory link that
  ///   would be nil: links before it are repaired then.
  public final func brokenLinks(
    in stores: [NSPersistentStore]? = nil, repairing repair: LinkRepair = []
  ) throws -> [BrokenLink] {
    var links: [BrokenLink] = []
    try forEachBrokenLink(in: stores, repairing: repair) { links.append($0) }
    return links
  }

  /// Hands out the same links one by one, in constant memory; with repairs, in that of what is to be
  /// written. The body must not save.
  public final func forEachBrokenLink(
    in stores: [NSPersistentStore]? = nil, repairing repair: LinkRepair = [],
    _ body: (BrokenLink) throws -> Void
  ) throws {
    _ = try ordinals(of: stores)
    let repairing = LinkRepairing(coordinator: self, repair: repair)
    var findings: [LinkCheck.Finding] = []
    try LinkCheck(coordinator: self, stores: stores ?? persistentStores).run { finding in
      if repairing.concerns(finding) { findings.append(finding) }
      try brokenLink(finding).map(body)
    }
    try repairing.run(findings)
  }

  private final func brokenLink(_ finding: LinkCheck.Finding) -> BrokenLink? {
    guard let problem = finding.problem, let destination = URL(string: finding.uri) else {
      return nil
    }
    let layout = managedObjectModel.orderedLayouts[finding.owner.entity]
    return BrokenLink(
      owner: objectID(for: finding.owner), name: layout.properties[finding.index].name,
      destination: destination, problem: problem)
  }
}
