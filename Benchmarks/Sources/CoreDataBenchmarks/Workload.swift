// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The deterministic data of the benchmarks: employees of departments, seeded.
struct Workload {
  struct Employee {
    var name: String
    var email: String
    var salary: Int64
    var hiredAt: Double
    var isActive: Bool
    var score: Double
    var bio: String?
    var department: Int
  }

  static let employeesPerDepartment = 500

  let employees: [Employee]
  var departmentCount: Int {
    (employees.count + Workload.employeesPerDepartment - 1) / Workload.employeesPerDepartment
  }

  init(count: Int) {
    var random = SplitMix(state: 42)
    employees = (0..<count).map { Workload.employee($0, &random) }
  }

  private static func employee(_ index: Int, _ random: inout SplitMix) -> Employee {
    let accent = random.next() % 20 == 0
    let number = String(index)
    let name = (accent ? "Zoë Müller-" : "Employee-Nr-") + number
    let bio = String(repeating: "lorem ipsum ", count: 10)
    return Employee(
      name: name, email: "person.\(number)@example.com",
      salary: Int64(30_000 + random.next() % 90_000),
      hiredAt: Double(random.next() % 700_000_000), isActive: random.next() % 4 != 0,
      score: Double(random.next() % 10_000) / 100, bio: random.next() % 2 == 0 ? bio : nil,
      department: index / employeesPerDepartment)
  }

  /// What every system must find: salaries and lengths of all strings, summed.
  var checksum: Int64 {
    employees.reduce(0) {
      $0 + $1.salary + Int64($1.name.utf8.count + $1.email.utf8.count + ($1.bio?.utf8.count ?? 0))
    }
  }
}

/// A small seeded generator.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
