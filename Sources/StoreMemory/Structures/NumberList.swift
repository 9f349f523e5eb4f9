// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A sorted list of numbers that takes no allocation while it has one.
enum NumberList: Sendable {
  case none
  case one(Int64)
  case many([Int64])

  var isEmpty: Bool {
    if case .none = self { true } else { false }
  }

  var numbers: [Int64] {
    switch self {
    case .none: []
    case .one(let number): [number]
    case .many(let numbers): numbers
    }
  }

  mutating func insert(_ number: Int64) {
    switch self {
    case .none: self = .one(number)
    case .one(let other):
      guard other != number else { return }
      self = .many(other < number ? [other, number] : [number, other])
    case .many(var numbers):
      // Emptied first, so that the array has one reference and grows in place.
      self = .none
      NumberList.insert(number, into: &numbers)
      self = .many(numbers)
    }
  }

  /// Inserts numbers that ascend, each of which comes once.
  mutating func insert(ascending more: [Int64]) {
    guard let first = more.first else { return }
    switch self {
    case .none: self = more.count == 1 ? .one(first) : .many(more)
    case .one(let other):
      self = .many([other])
      insert(ascending: more)
    case .many(var numbers):
      self = .none
      if let last = numbers.last, last < first {
        numbers.append(contentsOf: more)
      } else {
        for number in more { NumberList.insert(number, into: &numbers) }
      }
      self = numbers.count > 1 ? .many(numbers) : .one(first)
    }
  }

  private static func insert(_ number: Int64, into numbers: inout [Int64]) {
    if let last = numbers.last, last < number { return numbers.append(number) }
    let index = position(of: number, in: numbers)
    if index < numbers.count, numbers[index] == number { return }
    numbers.insert(number, at: index)
  }

  mutating func remove(_ number: Int64) {
    switch self {
    case .none: return
    case .one(let other): if other == number { self = .none }
    case .many(var numbers):
      self = .none
      let index = NumberList.position(of: number, in: numbers)
      if index < numbers.count, numbers[index] == number { numbers.remove(at: index) }
      self = numbers.count > 1 ? .many(numbers) : (numbers.first.map(NumberList.one) ?? .none)
    }
  }

  /// Removes numbers that ascend.
  mutating func remove(ascending fewer: [Int64]) {
    guard fewer.count > 4, case .many(let numbers) = self else {
      for number in fewer { remove(number) }
      return
    }
    var next = 0
    let rest = numbers.filter { number in
      while next < fewer.count, fewer[next] < number { next += 1 }
      return next == fewer.count || fewer[next] != number
    }
    self = rest.count > 1 ? .many(rest) : (rest.first.map(NumberList.one) ?? .none)
  }

  private static func position(of number: Int64, in numbers: [Int64]) -> Int {
    var low = 0
    var high = numbers.count
    while low < high {
      let middle = (low + high) >> 1
      if numbers[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
