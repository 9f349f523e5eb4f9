// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

// As on Apple's platforms, importing CoreData alone brings Foundation and the predicate classes,
// and with them what Foundation on Linux lacks.
@_exported public import Foundation
@_exported public import PredicateLanguage
@_exported public import UndoManagement

// Foundation has classes of these names that cannot be made. In a file that imports only this
// module these win; a file that imports both says which, as in `import class CoreData.NSExpression`.
/// The class of expressions, which Foundation on Linux has by name only.
public typealias NSExpression = PredicateLanguage.NSExpression
/// The class of comparisons, which Foundation on Linux has by name only.
public typealias NSComparisonPredicate = PredicateLanguage.NSComparisonPredicate
