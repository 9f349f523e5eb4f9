// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// Brings stores in step outside of saves: when they are mounted, and after a commit that failed
/// although its save was decided.
struct StoreRecovery {
  private let opening: FollowerOpening

  init(_ opening: FollowerOpening) { self.opening = opening }

  /// Tries at once; what cannot be completed now stays to be completed.
  func complete(_ store: MountedStore, after error: StoreError) {
    let home = store.standing.homes.first.map(opening.name) ?? "another store"
    note(.recovering(home: home, cause: error.description), store)
    bringInStep(store)
  }

  /// Looks whether a store lacks anything, and gives it what it lacks.
  func check(_ store: MountedStore) {
    guard store.backend.capabilities.contains([.durable, .notes]) else { return }
    store.standing.whileRecovering {
      do throws(RoutingError) {
        guard let home = try owing(store) else { return note(nil, store) }
        if store.isReadOnly {
          return note(
            .recovering(
              home: opening.name(of: home), cause: "it was opened for reading"), store)
        }
        try opening.beginWrite(store).rollback()
      } catch {
        // Reading goes on in what is whole; who writes is told.
        if case .trouble(_, _, let trouble) = error, case .recovering = trouble {
          note(trouble, store)
        }
      }
    }
  }

  private func bringInStep(_ store: MountedStore) {
    store.standing.whileRecovering {
      // It has been noted that it is not in step.
      do throws(RoutingError) { try opening.beginWrite(store).rollback() } catch {}
    }
  }

  /// Tries again to bring a store in step that is not.
  func retry(_ store: MountedStore) {
    guard store.standing.isRecovering else { return }
    if store.mayFollow { bringInStep(store) } else { check(store) }
  }

  /// Returns the home of a save that a store lacks; nil for none.
  private func owing(_ store: MountedStore) throws(RoutingError) -> String? {
    let snapshot: any StoreSnapshot
    let pledges: [Pledge]
    do {
      snapshot = try store.backend.beginRead()
      pledges = try snapshot.pledges()
    } catch {
      throw store.failure(error)
    }
    defer { snapshot.end() }
    for pledge in pledges {
      let name = JournalNotes.ledger(of: store.identifier)
      let applied: UInt64
      do { applied = try snapshot.applied(from: pledge.home) } catch { throw store.failure(error) }
      guard let notes = try opening.homeNotes(pledge, for: store, under: name, after: applied)
      else { continue }
      do {
        let ledger = try Ledger(notes.first { $0.name == name }?.content)
        if ledger.last > applied { return pledge.home }
      } catch {
        throw store.failure(error)
      }
    }
    return nil
  }

  private func note(_ trouble: StoreTrouble?, _ store: MountedStore) {
    store.note(trouble, opening.journal)
  }
}

extension MountedStore {
  /// Notes that the store lacks a decided save, or none any more, and tells those who want to know.
  func note(_ trouble: StoreTrouble?, _ journal: Journal) {
    guard standing.note(trouble) else { return }
    monitor.note(TraceEvent(.recovery, text: trouble?.sentence(about: name) ?? "in step again"))
    journal.observer?(ordinal)
  }
}
