// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The classes above a class, as archives name them: a reader takes the first that it has.
enum ArchiveLineage {
  private static let superclasses = [
    "NSMutableArray": "NSArray", "NSMutableDictionary": "NSDictionary",
    "NSMutableOrderedSet": "NSOrderedSet",
    "NSKnownKeysDictionary1": "NSKnownKeysDictionary",
    "NSKnownKeysDictionary": "NSMutableDictionary",
    "NSKnownKeysMappingStrategy1": "NSKnownKeysMappingStrategy",
    "NSDecimalNumberPlaceholder": "NSDecimalNumber", "NSDecimalNumber": "NSNumber",
    "NSNumber": "NSValue",
    "NSAttributeDescription": "NSPropertyDescription",
    "NSCompositeAttributeDescription": "NSAttributeDescription",
    "NSDerivedAttributeDescription": "NSAttributeDescription",
    "NSExpressionDescription": "NSPropertyDescription",
    "NSFetchedPropertyDescription": "NSPropertyDescription",
    "NSRelationshipDescription": "NSPropertyDescription",
    "NSFetchRequest": "NSPersistentStoreRequest",
    "NSComparisonPredicate": "NSPredicate", "NSCompoundPredicate": "NSPredicate",
    "NSTruePredicate": "NSPredicate", "NSFalsePredicate": "NSPredicate",
    "NSBetweenPredicateOperator": "NSPredicateOperator",
    "NSComparisonPredicateOperator": "NSPredicateOperator",
    "NSEqualityPredicateOperator": "NSPredicateOperator",
    "NSInPredicateOperator": "NSPredicateOperator",
    "NSLikePredicateOperator": "NSStringPredicateOperator",
    "NSMatchingPredicateOperator": "NSStringPredicateOperator",
    "NSStringPredicateOperator": "NSPredicateOperator",
    "NSSubstringPredicateOperator": "NSStringPredicateOperator",
    "NSAggregateExpression": "NSExpression", "NSAnyKeyExpression": "NSExpression",
    "NSConstantValueExpression": "NSExpression", "NSFetchRequestExpression": "NSExpression",
    "NSFunctionExpression": "NSExpression", "NSKeyPathExpression": "NSFunctionExpression",
    "NSKeyPathSpecifierExpression": "NSExpression", "NSSelfExpression": "NSExpression",
    "NSSetExpression": "NSExpression", "NSSubqueryExpression": "NSExpression",
    "NSSymbolicExpression": "NSExpression", "NSTernaryExpression": "NSExpression",
    "NSVariableAssignmentExpression": "NSExpression", "NSVariableExpression": "NSExpression",
  ]

  /// Returns a class and all above it. One that is not known is an `NSObject`.
  static func of(_ name: String) -> [String] {
    var names = [name]
    while let above = superclasses[names[names.count - 1]] { names.append(above) }
    return names + ["NSObject"]
  }
}
