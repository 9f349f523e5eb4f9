// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Benchmarking

/// The description of a case's work on a model, for the page.
struct CaseText {
  let part: BenchCase
  let plans: [DataPlan]

  var description: CaseDescription {
    CaseDescription(
      name: part.title, title: part.title, text: Prose(plain: text), work: work,
      showsMemory: part == .insert || part == .fetch)
  }

  private var work: CaseDescription.Work {
    switch part {
    case .saves, .forced: .fixed(ChangingCases.saves, "save")
    case .filter: .fixed(FilterTarget.count, "fetch")
    case .lookup: .fixed(ReadingCases.lookups, "object")
    case .open: .fixed(BenchWorker.openings, "opening")
    default: .perObject("object")
    }
  }

  private var text: String {
    switch part {
    case .insert: "All objects with their attributes and relationships, and one save."
    case .saves: "A save after each change of one attribute: \(list { UpdateTarget($0)?.text })."
    case .forced: "The same, with each save on the disk before the next."
    case .fetch: "Every object from cold, every attribute read."
    case .filter:
      "Fetches for a value and from a value on, sorted, the first 100: "
        + list { FilterTarget($0)?.text } + "."
    case .lookup: "Objects by their IDs in random order, nothing registered."
    case .traverse: "Every owner and its members: \(list { TraverseTarget($0)?.text })."
    case .update:
      "One in ten is looked up and changed, and one save: "
        + list { UpdateTarget($0)?.text } + "."
    case .delete: "Deleted with what goes with it, and one save: \(list { DeleteTarget($0).text })."
    case .open: "The stack is opened, one object is read, and it is closed again."
    }
  }

  private func list(_ text: (DataPlan) -> String?) -> String {
    plans.compactMap(text).joined(separator: "; ")
  }
}
