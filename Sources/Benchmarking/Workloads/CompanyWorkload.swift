// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The deterministic data of the benchmarks: employees of departments with tags, and what is asked
/// of them. Numbers of departments, employees and tags start at 0; rows of databases at 1.
public struct CompanyWorkload: Sendable {
  public struct Employee: Hashable, Sendable {
    public var name: String
    public var email: String
    public var salary: Int64
    /// Seconds since the reference date of Foundation (2001).
    public var hiredAt: Double
    public var isActive: Bool
    public var score: Double
    public var bio: String?
    public var department: Int
    /// One to five tags, rising, none twice.
    public var tags: [Int]
  }

  public struct Department: Hashable, Sendable {
    public var name: String
    public var budget: Double
    public var createdAt: Double
  }

  public static let employeesPerDepartment = 500
  public static let tagCount = 1000

  public let seed: UInt64
  public let departments: [Department]
  public let tags: [String]
  public let employees: [Employee]

  /// Makes the data. Linear in `count`, some 2 µs an employee.
  public init(count: Int, seed: UInt64 = 42) {
    self.seed = seed
    var random = SplitMix(seed: seed)
    let perDepartment = CompanyWorkload.employeesPerDepartment
    departments = (0..<(count + perDepartment - 1) / perDepartment).map {
      Department(name: "Department \($0)", budget: Double($0) * 1000, createdAt: Double($0) * 86400)
    }
    tags = (0..<CompanyWorkload.tagCount).map { "tag-\($0)" }
    employees = (0..<count).map {
      CompanyWorkload.employee($0, department: $0 / perDepartment, using: &random)
    }
  }

  /// How many employees there are.
  public var count: Int { employees.count }

  static func employee(_ index: Int, department: Int, using random: inout SplitMix) -> Employee {
    let accented = random.below(20) == 0
    let number = String(index)
    let salary = Int64(30_000 + random.below(90_000))
    let hiredAt = Double(random.below(700_000_000))
    let isActive = random.below(4) != 0
    let score = Double(random.below(10_000)) / 100
    let bio = random.below(2) == 0 ? "Bio of \(number): " + filler : nil
    return Employee(
      name: (accented ? "Zoë Müller-" : "Employee-Nr-") + number,
      email: "person.\(number)@mail.example.com", salary: salary, hiredAt: hiredAt,
      isActive: isActive, score: score, bio: bio, department: department, tags: someTags(&random))
  }

  private static let filler = String(repeating: "lorem ipsum ", count: 9)

  private static func someTags(_ random: inout SplitMix) -> [Int] {
    let wanted = 1 + random.below(5)
    var tags = [Int]()
    while tags.count < wanted {
      let tag = random.below(UInt64(tagCount))
      if !tags.contains(tag) { tags.append(tag) }
    }
    return tags.sorted()
  }
}
