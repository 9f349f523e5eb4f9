// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

extension CaseDescription {
  /// The cases of the company workload, in the order of `docs/performance.md`.
  public static let company: [CaseDescription] = single + routed + growth

  private static let single: [CaseDescription] = [
    company(
      .insert,
      text: """
        The whole graph is made as objects, relationships set from one side, and saved once.
        """),
    company(.insertInBatches, text: "The same with a save after every 1,000 employees."),
    company(
      .fetchAll,
      text: """
        Every employee is fetched from cold; the salaries are summed and the length of every \
        string is taken.
        """),
    company(
      .filterAndSort,
      text: """
        1,000 fetches: one department, salary between two figures, by name, the first 100 of \
        about 200 that match.
        """, work: .fixed(1_000, "fetch")),
    company(
      .lookUp,
      text: "100,000 employees are looked up at random by identifier, none registered before.",
      work: .fixed(100_000, "look-up")),
    company(
      .lookUpAgain, text: "The same once more, every one of them registered.",
      work: .fixed(100_000, "look-up"), showsMemory: false),
    company(
      .update,
      text: """
        The employees of a tenth of the departments are loaded, two attributes of each are \
        changed, one of them indexed, and saved.
        """),
    company(
      .traverse,
      text: """
        For every department the salaries are summed through its to-many relationship, from \
        cold.
        """),
    company(.traversePrefetching, text: "The same, the relationship being prefetched."),
    company(
      .traverseSet,
      text: "Case 6 through the property of the generated class, an NSSet, which is iterated."),
    company(
      .traverseSetPrefetching, text: "The same, the relationship being prefetched."),
    company(.traverseTypedSet, text: "Case 6 through a Set of employees."),
    company(
      .delete,
      text: """
        A tenth of the departments is deleted; their employees and the links to tags go with \
        them.
        """),
    company(
      .commit, text: "2,000 saves of one new object each; the engine does not wait for the disk.",
      work: .fixed(2_000, "save"), showsMemory: false),
    company(
      .commitDurably,
      text: "2,000 saves of one new object each; each waits until it is on the disk.",
      work: .fixed(2_000, "save"), showsMemory: false),
    company(
      .open,
      text: """
        100 times the stack is opened on an existing store, one object read, the stack \
        closed.
        """, work: .fixed(100, "opening"), showsMemory: false),
    company(
      .openProcess, text: "A whole process opens the store, reads one object and exits.",
      work: .fixed(1, "process"), showsMemory: false),
    company(
      .openUnknown,
      text: """
        20 copies of the store that this process has never opened are opened and closed, one object \
        being read of each.
        """, work: .fixed(CompanyWorkload.unknownCount, "opening"), showsMemory: false),
    company(.memory, text: "Resident bytes for each live object, 100,000 of them being kept."),
    company(.refetch, text: "All employees are fetched again, every one of them registered."),
  ]

  private static let routed: [CaseDescription] = BenchmarkCase.routed.map { part in
    let known = single.first { $0.name == part.rawValue }
    return CaseDescription(
      name: BenchmarkCase.routedName(part), title: "three stores, \(part.title)",
      text: """
        Case \(part.rawValue) with the entities in three stores, by configuration, against the \
        same with one store.
        """,
      work: known?.work ?? .perObject("employee"), showsMemory: false)
  }

  private static let growth: [CaseDescription] = [
    growth(
      GrowthRow.time, title: "growth, × 10 objects",
      text: "How many times longer ten times the objects take, in the case that grows most."),
    growth(
      GrowthRow.memory, title: "growth of memory, × 10",
      text: "How many times higher memory peaks with ten times the objects, where it grows most."),
  ]

  private static func growth(_ name: String, title: String, text: String) -> CaseDescription {
    CaseDescription(
      name: name, title: title, text: Prose(plain: text), work: .perObject("object"),
      showsMemory: false)
  }

  private static func company(
    _ benchmark: BenchmarkCase, text: String, work: Work = .perObject("employee"),
    showsMemory: Bool = true
  ) -> CaseDescription {
    CaseDescription(
      name: benchmark.rawValue, title: benchmark.title, text: Prose(plain: text), work: work,
      showsMemory: showsMemory)
  }
}
