// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

/// Makes a table of rows of values that come in their order: groups them, and has a ``TableOutput``
/// order, skip and limit what comes of it.
///
/// Memory is one row for each group; for each distinct row where rows are to be distinct; for each
/// row where they are ordered by a column; else for a batch.
package struct TableReducer {
  private let shape: TableShape
  private var places: [TableKey: Int] = [:]
  private var groups: [TableAccumulator] = []
  private var output: TableOutput

  /// - Parameter schema: what tells objects of one hierarchy apart.
  package init(_ shape: TableShape, schema: StoreSchema) {
    self.shape = shape
    output = TableOutput(shape, schema: schema)
    if shape.groups?.isEmpty == true { groups.append(TableAccumulator(shape.columns)) }
  }

  /// True if further rows change nothing.
  package var isFinished: Bool { output.isFinished }

  /// Adds the inputs of a row.
  package mutating func add(
    _ inputs: [AttributeValue], to sink: (TableBatch) -> Bool
  ) throws(StoreError) {
    guard let keys = shape.groups else { return try output.add(columns(of: inputs), to: sink) }
    groups[place(of: keys, in: inputs)].add(inputs, shape.columns)
  }

  /// Hands on what is left. Call it once, at the end.
  package mutating func finish(to sink: (TableBatch) -> Bool) throws(StoreError) {
    for group in groups where !output.isFinished { try output.add(group.values, to: sink) }
    groups = []
    output.finish(to: sink)
  }

  private mutating func place(of keys: [Int], in inputs: [AttributeValue]) -> Int {
    guard !keys.isEmpty else { return 0 }
    let key = TableKey(keys.map { inputs[$0] })
    if let place = places[key] { return place }
    places[key] = groups.count
    groups.append(TableAccumulator(shape.columns))
    return groups.count - 1
  }

  /// Returns the columns of a row that stands for itself.
  private func columns(of inputs: [AttributeValue]) -> [AttributeValue] {
    shape.columns.map { column in
      switch column {
      case .value(let input): inputs[input]
      case .count, .statistic, .ratio: .null
      }
    }
  }
}
