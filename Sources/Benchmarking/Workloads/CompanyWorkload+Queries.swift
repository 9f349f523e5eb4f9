// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The questions of the cases, from the same seed.
extension CompanyWorkload {
  /// One fetch of case 3: the employees of a department whose salary is within bounds, both
  /// included, by name, the first `limit`. About 200 match.
  public struct Filter: Hashable, Sendable {
    public var department: Int
    public var lowest: Int64
    public var highest: Int64
  }

  public static let filterLimit = 100
  public static let filterCount = 1000
  public static let lookupCount = 100_000
  public static let commitCount = 2000
  public static let openCount = 100
  /// Copies of the store that case 9c opens.
  public static let unknownCount = 20
  /// Employees per save of case 1b.
  public static let batchSize = 1000
  /// The amount that an update adds to the salary and to the score.
  public static let raise: Int64 = 1000
  public static let scoreChange = 1.0

  /// The fetches of case 3.
  public var filters: [Filter] {
    var random = SplitMix(seed: seed ^ 3)
    return (0..<CompanyWorkload.filterCount).map { _ in
      let department = random.below(UInt64(departments.count))
      let lowest = Int64(30_000 + random.below(54_000))
      return Filter(department: department, lowest: lowest, highest: lowest + 36_000)
    }
  }

  /// The employees looked up in case 4, by number.
  public var lookups: [Int] {
    var random = SplitMix(seed: seed ^ 4)
    return (0..<CompanyWorkload.lookupCount).map { _ in random.below(UInt64(count)) }
  }

  /// The tenth of the departments that cases 5 and 7 change or delete; at least one.
  public var tenth: [Int] {
    let chosen = Array(stride(from: 3, to: departments.count, by: 10))
    return chosen.isEmpty ? [0] : chosen
  }

  /// The employees inserted one by one in case 8, without tags.
  public var newcomers: [Employee] {
    var random = SplitMix(seed: seed ^ 8)
    return (0..<CompanyWorkload.commitCount).map { index in
      let department = index % departments.count
      var employee = CompanyWorkload.employee(count + index, department: department, using: &random)
      employee.tags = []
      return employee
    }
  }
}
