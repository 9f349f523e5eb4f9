// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// One alternative of one clause of a dependency field.
public struct DependencyRecord: Equatable, Sendable {
  public var kind: DependencyKind
  /// The place of the clause in its field, from 0.
  public var position: Int16
  /// The place among the alternatives `a | b` of the clause, from 0.
  public var alternative: Int16
  public var relation: VersionRelation
  /// The package among those of its workload; -1 when it is none of them: virtual, of another
  /// index, or not there yet.
  public var target: Int32 = -1
  /// The name of the package it is about, without an architecture.
  public var name: String
  /// Set when `relation` is not `any`.
  public var version: String?
  /// The qualifier of `python3:any`, or the list of `[amd64 !i386]`.
  public var architectures: String?
}
