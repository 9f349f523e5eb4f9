// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

extension PredicateNode {
  /// The tree with its constant lists made ready to be searched, for one that many objects are tested
  /// with. It answers the same. Cost: O(tree and lists).
  ///
  /// Objects in lists count by the identifiers that they have now: the tree is not to be kept beyond
  /// a save.
  package var withIndexedLists: PredicateNode {
    switch self {
    case .constant, .opaque: self
    case .not(let child): .not(child.withIndexedLists)
    case .and(let children): .and(children.map(\.withIndexedLists))
    case .or(let children): .or(children.map(\.withIndexedLists))
    case .comparison(let node): .comparison(node.withIndexedList)
    }
  }
}

extension ComparisonNode {
  fileprivate var withIndexedList: ComparisonNode {
    switch operation {
    case .in: ComparisonNode(self, left: left, right: right.withIndexedList)
    case .contains where modifier == .direct:
      ComparisonNode(self, left: left.withIndexedList, right: right)
    default: self
    }
  }

  private init(_ other: ComparisonNode, left: ExpressionNode, right: ExpressionNode) {
    self.init(
      left: left, operation: other.operation, right: right, modifier: other.modifier,
      options: other.options)
  }
}

extension ExpressionNode {
  fileprivate var withIndexedList: ExpressionNode {
    guard case .constant(let constant?) = self,
      case .collection(let collection) = OperandValue(constant)
    else { return self }
    return .constant(collection.indexed)
  }
}
