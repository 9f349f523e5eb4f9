// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

/// Answers a ``TableQuery`` on rows: reads the operands of each row and reduces them. For stores
/// without tables of their own.
package struct TableReader {
  private let query: TableQuery
  private let operands: [CompiledOperand]
  private let schema: StoreSchema

  package init(_ query: TableQuery, schema: StoreSchema) {
    self.query = query
    self.schema = schema
    var compiler = FilterCompiler(
      schema: schema, entity: query.rows.entity, nullSemantics: .definite)
    operands = query.operands.map { compiler.compiled($0) }
  }

  /// The question to a store that brings the rows: no more than the table is made of, where each row
  /// stands for itself.
  package var rows: Query {
    var rows = query.rows
    rows.output = .rows
    rows.needsRows = true
    rows.offset = query.shape.isPlain ? query.shape.offset : 0
    rows.limit = query.shape.isPlain ? query.shape.limit : 0
    return rows
  }

  /// Answers with the rows of a snapshot; `sink` gets the batches in order until it returns false.
  package func run(
    _ snapshot: any StoreSnapshot, into sink: (TableBatch) -> Bool
  ) throws(StoreError) {
    var reducer = TableReducer(remainder, schema: schema)
    let source = SnapshotRows(snapshot)
    var inputs: [AttributeValue] = []
    var failure: StoreError?
    try snapshot.run(rows) { batch in
      do throws(StoreError) {
        for (key, row) in zip(batch.keys, batch.rows) where !reducer.isFinished {
          inputs.removeAll(keepingCapacity: true)
          let frame = FilterFrame(row: row, key: key, source: source)
          for operand in operands { inputs.append(try operand.evaluate(frame)) }
          try reducer.add(inputs, to: sink)
        }
        return !reducer.isFinished
      } catch {
        failure = error
        return false
      }
    }
    if let failure { throw failure }
    if !reducer.isFinished { try reducer.finish(to: sink) }
  }

  /// The part of the shape that is left when the rows have come.
  private var remainder: TableShape {
    var shape = query.shape
    if shape.isPlain { (shape.offset, shape.limit) = (0, 0) }
    return shape
  }
}
