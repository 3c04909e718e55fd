/** What a condition at a place of a document may ask about, in the words of the platform. */
import { defineHandler } from '../../../core/contracts.ts'
import { fragmentsOf } from '../../../core/documents/expandFragments.ts'
import type { FragmentDocument, PageDocument, Source, Text } from '../../../core/documents.ts'
import { compileExpression } from '../../../core/expressions/compileExpression.ts'
import { isOfRows } from '../../../core/isOfRows.ts'
import type { Platform } from '../../../core/platform.ts'
import { scopeOperands } from '../../../core/studio/scopeOperands.ts'
import { SCREEN_KINDS } from '../../../core/studio/screenKinds.ts'
import { textInBoth } from '../../documents/textInBoth.ts'

export default defineHandler('platform.document.scope', async ({ kind, id, place }, { documents }) => {
  const found = SCREEN_KINDS.has(kind) ? await documents.store.scopeAt(kind, id, place) : null
  if (!found) return { scope: null, operands: [] }
  const { platform, scope, document } = found
  const operands = scopeOperands(scope, {
    words: (key) => (platform.texts.zh[key] === undefined ? null : textInBoth(platform, `@${key}`)),
    inBoth: (text) => textInBoth(platform, text),
    sources: sourceTitles(platform, sourcesOf(platform, kind, document)),
    options: (enumId) =>
      platform.documents.enum.get(enumId)?.values.map(({ code, label }) => ({ value: code, label: textInBoth(platform, label) })),
    permissions: platform.app.permissions,
    state: stateOf(document),
    queries: queriesOf(document),
  })
  return { scope, operands: operands.map((operand) => ({ ...operand })) }
})

type Sources = Readonly<Record<string, Source>>

/** Sources of a page with its fragments and its frame; of what several pages show those of them all. */
function sourcesOf(platform: Platform, kind: string, document: object): Sources {
  const { page, fragment } = platform.documents
  const frames = Object.values(platform.app.chromes)
  const find = (id: string) => fragment.get(id)
  const shown = kind === 'page' ? [...fragmentsOf(document as PageDocument, find).values()] : [...fragment.values(), ...page.values()]
  return Object.assign({}, ...[...frames, ...shown, document as FragmentDocument].map(({ sources }) => sources ?? {}))
}

/** Two that ask for the same have their names beside the titles. */
function sourceTitles(platform: Platform, sources: Sources): Record<string, Text> {
  const titles = Object.entries(sources).map(([name, { call }]) => [name, textInBoth(platform, callTitle(platform, call) ?? name)] as const)
  return Object.fromEntries(
    titles.map(([name, { zh, en }]) => {
      const isAlone = titles.filter(([, other]) => other.zh === zh).length === 1
      return [name, isAlone ? { zh, en } : { zh: `${zh}（${name}）`, en: `${en} (${name})` }]
    }),
  )
}

/** A source of one row is called by what it is a row of. */
function callTitle({ documents }: Platform, id: string): Text | undefined {
  const call = documents.call.get(id)
  const { operation } = call ?? {}
  const isRow = operation && isOfRows(operation) && 'entity' in operation && operation.kind === 'get'
  return (isRow ? documents.entity.get(operation.entity)?.title : undefined) ?? call?.title
}

function stateOf(document: object): Readonly<Record<string, unknown>> {
  return (document as { state?: Record<string, unknown> }).state ?? {}
}

function queriesOf(document: object): string[] {
  const paths = celsIn(document).flatMap((cel) => referencesOf(cel))
  return [...new Set(paths.flatMap(([root, name]) => (root === 'query' && name !== undefined ? [name] : [])))]
}

function celsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const { cel } = value as { cel?: unknown }
  return typeof cel === 'string' ? [cel] : Object.values(value).flatMap(celsIn)
}

function referencesOf(cel: string): readonly (readonly string[])[] {
  try {
    return compileExpression(cel).references
  } catch {
    return []
  }
}
