import type { EntityDocument, Operation } from './documents.ts'

/** Whether a list searches in fields that are also found by what is alike. Then it says by `near` that its rows only come near. */
export function isAlike(operation: Extract<Operation, { kind: 'list' | 'count' | 'export' }>, { alike = [] }: EntityDocument): boolean {
  return (operation.search ?? []).some((field) => alike.includes(field)) && operation.searchWhole === undefined
}
