// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

// As on Apple's platforms, importing CoreData alone brings Foundation and the predicate classes.
@_exported public import Foundation
@_exported public import PredicateLanguage
