/** A document in the long form -> the complete document: with members taken from other documents, columns and filters that follow from the entity, and
 *  form fields that are fields of an entity. Validation, the linker and everything behind them know the filled document alone. */
import type { Finding } from '../documents/failure.ts'
import type { Kind } from '../documents.ts'
import type { Json } from '../language/shortForm.ts'
import type { FindMembers } from './FindMembers.ts'
import { fillExport } from './fillExport.ts'
import { fillFacts } from './fillFacts.ts'
import { fillFigure } from './fillFigure.ts'
import { fillForm } from './fillForm.ts'
import { fillLet } from './fillLet.ts'
import { fillReveals } from './fillReveals.ts'
import { fillTable } from './fillTable.ts'
import { refreshHere } from './refreshHere.ts'
import { takeMembers } from './takeMembers.ts'

export interface Filled {
  content: Json
  /** Paths are those of the long form as it was given. */
  findings: Finding[]
  /** Parts that were taken, and where they are asked for. */
  moves: { to: string; from: string }[]
}

/** @param content in the long form, not yet validated. @returns the same object where nothing is left to others */
export function fillDocument(kind: Kind, content: Json, membersOf: FindMembers): Filled {
  // what its calls take is taken by them
  if (kind === 'resource') return { content, findings: [], moves: [] }
  const taken = takeMembers(kind, content, membersOf)
  if (kind === 'table') {
    const exported = fillExport(refreshHere(taken.content, content), membersOf)
    const table = fillTable(fillReveals(exported.content, membersOf), membersOf)
    return { content: table, findings: taken.findings, moves: [...taken.moves, ...exported.moves] }
  }
  if (kind === 'action') return { ...taken, content: fillReveals(taken.content, membersOf) }
  if (kind === 'call') {
    const figure = fillFigure(taken.content, membersOf)
    return { content: figure.content, findings: taken.findings, moves: [...taken.moves, ...figure.moves] }
  }
  if (kind === 'page' || kind === 'fragment') {
    const named = fillLet(fillReveals(fillFacts(taken.content, membersOf), membersOf))
    return { ...taken, content: named.content, findings: [...taken.findings, ...named.findings] }
  }
  if (kind !== 'form') return taken
  const form = fillForm(taken.content, membersOf)
  return { ...taken, content: form.content, findings: [...taken.findings, ...form.findings] }
}
