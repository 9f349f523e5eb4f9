// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// How a case of a workload appears in a report: its name, and what its time is divided by.
public struct CaseDescription: Sendable {
  /// The timed operation, and how often a run does it.
  public enum Work: Sendable {
    /// One for every object there is.
    case perObject(String)
    /// As many at any size.
    case fixed(Int, String)

    var noun: String {
      switch self {
      case .perObject(let noun), .fixed(_, let noun): noun
      }
    }

    func count(n: Int) -> Double {
      switch self {
      case .perObject: Double(max(n, 1))
      case .fixed(let count, _): Double(max(count, 1))
      }
    }
  }

  /// The short name in results: `1a`.
  public var name: String
  public var title: String
  /// The timed work, in a sentence.
  public var text: Prose
  public var work: Work
  /// True if the peak of memory says something about this case.
  public var showsMemory: Bool

  public init(
    name: String, title: String, text: Prose = "", work: Work, showsMemory: Bool = true
  ) {
    self.name = name
    self.title = title
    self.text = text
    self.work = work
    self.showsMemory = showsMemory
  }

  /// `1a insert`; a title alone where it says the name.
  var heading: String { title.hasPrefix(name) ? title : "\(name) \(title)" }

  /// A case nobody described: its time is divided by the number of objects.
  static func unknown(_ name: String) -> CaseDescription {
    CaseDescription(
      name: name, title: BenchmarkCase.title(of: name), work: .perObject("object"))
  }
}
