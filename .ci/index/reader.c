// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

// Prints what the compiler's index of a debug build knows of the sources below one folder:
//
//   F  path  module  time                    a source file, and when it was compiled
//   S  number  kind  properties  USR  name   a symbol that the file names; numbered within the file
//   O  number  line  roles  [role:number …]  an occurrence of one, and what it is related to
//
//   reader .build/debug/index/store FOLDER
//
// libIndexStore comes without a header; these are the parts of its C interface that are used.

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  const char *data;
  size_t length;
} Text;

typedef void *Store, *Unit, *Dependency, *Record, *Symbol, *Occurrence, *Relation, *Error;

Store indexstore_store_create(const char *path, Error *error);
bool indexstore_store_units_apply_f(Store, unsigned sorted, void *, bool (*)(void *, Text));
bool indexstore_store_get_unit_modification_time(Store, const char *name, int64_t *seconds,
                                                 int64_t *nanoseconds, Error *);
Unit indexstore_unit_reader_create(Store, const char *name, Error *);
void indexstore_unit_reader_dispose(Unit);
Text indexstore_unit_reader_get_main_file(Unit);
Text indexstore_unit_reader_get_module_name(Unit);
bool indexstore_unit_reader_dependencies_apply_f(Unit, void *, bool (*)(void *, Dependency));
int indexstore_unit_dependency_get_kind(Dependency);
Text indexstore_unit_dependency_get_name(Dependency);
Text indexstore_unit_dependency_get_filepath(Dependency);
Record indexstore_record_reader_create(Store, const char *name, Error *);
void indexstore_record_reader_dispose(Record);
bool indexstore_record_reader_symbols_apply_f(Record, bool nocache, void *, bool (*)(void *, Symbol));
bool indexstore_record_reader_occurrences_apply_f(Record, void *, bool (*)(void *, Occurrence));
int indexstore_symbol_get_kind(Symbol);
uint64_t indexstore_symbol_get_properties(Symbol);
Text indexstore_symbol_get_name(Symbol);
Text indexstore_symbol_get_usr(Symbol);
Symbol indexstore_occurrence_get_symbol(Occurrence);
uint64_t indexstore_occurrence_get_roles(Occurrence);
void indexstore_occurrence_get_line_col(Occurrence, unsigned *line, unsigned *column);
bool indexstore_occurrence_relations_apply_f(Occurrence, void *, bool (*)(void *, Relation));
uint64_t indexstore_symbol_relation_get_roles(Relation);
Symbol indexstore_symbol_relation_get_symbol(Relation);

enum { recordDependency = 2 };

typedef struct {
  Text module;
  int64_t seconds, nanoseconds;
} Compiled;

static Store store;
static const char *folder;

static char *copy(Text text) { return strndup(text.data, text.length); }

static bool isBelowFolder(Text path) {
  size_t length = strlen(folder);
  return path.length > length && memcmp(path.data, folder, length) == 0;
}

// A symbol is numbered by its address, which is one and the same while its record is open.
static bool printSymbol(void *context, Symbol symbol) {
  Text usr = indexstore_symbol_get_usr(symbol), name = indexstore_symbol_get_name(symbol);
  printf("S\t%p\t%d\t%llu\t%.*s\t%.*s\n", symbol, indexstore_symbol_get_kind(symbol),
         (unsigned long long)indexstore_symbol_get_properties(symbol), (int)usr.length, usr.data,
         (int)name.length, name.data);
  return true;
}

static bool printRelation(void *context, Relation relation) {
  printf("\t%llu:%p", (unsigned long long)indexstore_symbol_relation_get_roles(relation),
         indexstore_symbol_relation_get_symbol(relation));
  return true;
}

static bool printOccurrence(void *context, Occurrence occurrence) {
  unsigned line, column;
  indexstore_occurrence_get_line_col(occurrence, &line, &column);
  printf("O\t%p\t%u\t%llu", indexstore_occurrence_get_symbol(occurrence), line,
         (unsigned long long)indexstore_occurrence_get_roles(occurrence));
  indexstore_occurrence_relations_apply_f(occurrence, NULL, printRelation);
  putchar('\n');
  return true;
}

static bool printRecord(void *context, Dependency dependency) {
  Text path = indexstore_unit_dependency_get_filepath(dependency);
  Compiled *compiled = context;
  if (indexstore_unit_dependency_get_kind(dependency) != recordDependency || !isBelowFolder(path))
    return true;
  char *name = copy(indexstore_unit_dependency_get_name(dependency));
  Error error = NULL;
  Record record = indexstore_record_reader_create(store, name, &error);
  free(name);
  if (!record) return true;
  printf("F\t%.*s\t%.*s\t%lld.%09lld\n", (int)path.length, path.data,
         (int)compiled->module.length, compiled->module.data, (long long)compiled->seconds,
         (long long)compiled->nanoseconds);
  indexstore_record_reader_symbols_apply_f(record, false, NULL, printSymbol);
  indexstore_record_reader_occurrences_apply_f(record, NULL, printOccurrence);
  indexstore_record_reader_dispose(record);
  return true;
}

static bool printUnit(void *context, Text unitName) {
  char *name = copy(unitName);
  Error error = NULL;
  Unit unit = indexstore_unit_reader_create(store, name, &error);
  Compiled compiled = {{"", 0}, 0, 0};
  indexstore_store_get_unit_modification_time(
      store, name, &compiled.seconds, &compiled.nanoseconds, &error);
  free(name);
  if (!unit) return true;
  compiled.module = indexstore_unit_reader_get_module_name(unit);
  if (isBelowFolder(indexstore_unit_reader_get_main_file(unit)))
    indexstore_unit_reader_dependencies_apply_f(unit, &compiled, printRecord);
  indexstore_unit_reader_dispose(unit);
  return true;
}

int main(int count, char **arguments) {
  Error error = NULL;
  if (count != 3) return 2;
  folder = arguments[2];
  store = indexstore_store_create(arguments[1], &error);
  if (!store) return 1;
  indexstore_store_units_apply_f(store, 1, NULL, printUnit);
  return 0;
}
