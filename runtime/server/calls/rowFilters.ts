/** `filter` and `search` of a list -> conditions. An absent (or null) parameter filters nothing; when
 *  none is given of those with the operator `is`, rows without these values are asked for. */

import type { FilterOp, Operation } from '../../core/documents.ts'
import { AgonError } from '../../core/errors.ts'
import { entityMasks } from '../../core/masking/entityMasks.ts'
import { isBlank, normaliseAccount, normaliseIdentifier, searchForm } from '../../core/values/normaliseText.ts'
import { celToSql } from '../database/celToSql.ts'
import type { FieldPath } from '../database/fieldIndex.ts'
import type { SqlWriter } from '../database/SqlWriter.ts'
import type { ConstantScope } from '../database/sql/fragment.ts'
import { isIndexedJson, searchedPairs } from '../database/tableModel.ts'
import { entityField, literal } from '../database/tableNames.ts'
import { findsAlike, nearWord, type WordAlike } from '../search/wordsAlike.ts'
import { assertOpenPaths } from './assertOpenPaths.ts'
import type { CallRun } from './CallRun.ts'
import { outputReaders } from './fieldReaders.ts'
import { askedPaths, type JsonIndexes, jsonFilter, wantedPairs } from './jsonFilter.ts'
import { ownColumn, ROW, type RowSelection } from './rowSource.ts'

type ListOperation = Extract<Operation, { kind: 'list' | 'count' | 'export' }>
type Condition = (writer: SqlWriter, value: unknown, scope: ConstantScope, reading: Reading | null) => string
type Reading = Pick<JsonIndexes, 'has' | 'place'>

/** Words of one search; more are ignored. */
const MAX_WORDS = 6

export interface RowFilters {
  /** Conditions of the given parameters.
   *  @param byIndex also writes the conditions that only help an index; off when rows are read in another order, where testing them on each row is costly
   *  and changes nothing */
  write(writer: SqlWriter, input: Readonly<Record<string, unknown>>, run: CallRun, byIndex: boolean): string[]
  /** Filters on fields of stored forms for which a separate index could help. */
  paths(input: Readonly<Record<string, unknown>>): FieldPath[]
  /** Whether words or answers are looked for. */
  isSearch(input: Readonly<Record<string, unknown>>): boolean
  /** Runs before the conditions are written: filters on answers may only use fields that are open in every form version of the rows.
   *  @throws FILTER_PERSONAL */
  assertOpen(input: Readonly<Record<string, unknown>>, run: CallRun, rows: (writer: SqlWriter) => string): Promise<void>
}

/** @param isNear  words are found by most of their letters (only by an index, in few rows)
 *  @throws CALL_COMPILE, CEL_SQL */
export function rowFilters(callId: string, selection: RowSelection, operation: ListOperation, isNear = false): RowFilters {
  const { entity } = selection
  const within = Object.entries(operation.filter ?? {}).find(
    ([, { field, op }]) => (op === 'eq' || op === 'is') && field === entity.searchWithin,
  )?.[0]
  const filters = Object.entries(operation.filter ?? {}).map(([parameter, { field, op }]) => ({
    parameter,
    field,
    op,
    isSearch: op === 'json' || op === 'contains',
    assertReader: outputReaders(callId, selection, field, op === 'json'),
    condition: fieldCondition(callId, selection, field, op),
    indexed: op === 'contains' && entity.search?.includes(field) === true,
  }))
  const searched = (operation.search ?? []).map((field) => ({
    assertReader: outputReaders(callId, selection, field),
    texts: searchTexts(callId, selection, field),
  }))
  const whole = (operation.searchWhole ?? []).map((field) => wholeOrShown(callId, selection, field))
  const places = filters.filter(({ op }) => op === 'is').map(({ parameter }) => parameter)
  const isNamed = (input: Readonly<Record<string, unknown>>) => places.some((parameter) => input[parameter] != null)
  const index = searchedPairs(entity, ownColumn)
  const indexed = (operation.search ?? []).every((field) => entity.search?.includes(field))
  const isWhole = sameNames(operation.search, entity.search)
  const texts = searched.flatMap((field) => field.texts)
  const holds = wordCondition({
    texts,
    heard: (operation.search ?? [])
      .filter((field) => entity.alike?.includes(field))
      .flatMap((field) => searchTexts(callId, selection, field)),
    alike: entity.alike === undefined ? PLAINLY : findsAlike(selection.platform),
    isWhole,
  })
  const placeOf = (input: Readonly<Record<string, unknown>>) =>
    within !== undefined && typeof input[within] === 'string' ? input[within] : null
  // a separate SELECT hides the word from the planner: otherwise each search would be planned again, which takes longer than the search
  const hasPairs = (word: string, writer: SqlWriter, input: Readonly<Record<string, unknown>>) =>
    `${index} @> (SELECT ${wantedPairs(word, placeOf(input), writer)})`
  return {
    paths: (input) => filters.flatMap(({ parameter, field, op }) => (op === 'json' ? askedPaths({ entity, field }, input[parameter]) : [])),
    isSearch: (input) => isText(input.search) || filters.some(({ parameter, isSearch }) => isSearch && input[parameter] != null),
    write(writer, input, run, byIndex) {
      const parts: string[] = []
      const scope = run.scope(input)
      const reading = byIndex ? { has: run.set.deps.services.fieldIndexes.has, place: placeOf(input) } : null
      for (const { parameter, op, assertReader, condition, indexed } of filters) {
        const value = input[parameter] ?? null
        if (value === null && (op !== 'is' || isNamed(input))) continue
        assertReader(run.session)
        if (indexed && byIndex) parts.push(hasPairs(searchForm(String(value)), writer, input))
        parts.push(condition(writer, value, scope, reading))
      }
      const words = searched.length > 0 && isText(input.search) ? searchForm(input.search).split(/\s+/).slice(0, MAX_WORDS) : []
      if (words.length > 0) for (const { assertReader } of searched) assertReader(run.session)
      if (words.length > 0 && whole.length > 0) {
        parts.push(foundByWhole({ texts, whole }, String(input.search), words, writer))
        return parts
      }
      for (const word of words) {
        const byPairs = indexed && byIndex ? (text: string) => hasPairs(text, writer, input) : null
        const near = isNear && byPairs ? nearWord(word) : null
        parts.push(near && index && byPairs ? nearCondition({ word, near, index, texts, byPairs }, writer) : holds(word, writer, byPairs))
      }
      return parts
    },
    async assertOpen(input, run, rows) {
      for (const { parameter, field, op } of filters)
        if (op === 'json' && input[parameter] != null) await assertOpenPaths({ callId, selection, parameter, field, input, run, rows })
    },
  }
}

type ByPairs = (text: string) => string

/** A word without `alike` is looked for as it is. */
const PLAINLY = (word: string): WordAlike => ({ texts: [word], sounds: [], parts: [] })

/** SQL: a row holds a word, or what is alike.
 *  @param fields.heard  texts whose sounds count
 *  @param fields.isWhole  the index holds what is searched, no more */
function wordCondition(fields: {
  texts: readonly string[]
  heard: readonly string[]
  alike: (word: string) => WordAlike
  isWhole: boolean
}) {
  const { texts, isWhole } = fields
  const heard = fields.heard.map((text) => `platform_sounds(${text})`)
  type Holds = (among: readonly string[], word: string) => string
  const anyWay = ({ texts: words, sounds, parts }: WordAlike, holds: Holds): string => {
    const ways = [
      ...words.map((word) => holds(texts, word)),
      ...(heard.length === 0 ? [] : sounds.map((sound) => holds(heard, sound))),
      ...(parts.length === 0 ? [] : [parts.map((part) => anyWay(part, holds)).join(' AND ')]),
    ]
    return `(${ways.map((way) => (ways.length > 1 ? `(${way})` : way)).join(' OR ')})`
  }
  const isShort = ({ texts: words, sounds, parts }: WordAlike): boolean =>
    [...words, ...sounds].every((word) => [...word].length <= 2) && parts.every(isShort)
  // what the index tells stands separately from what is compared: together, the pairs of each found row would be made again
  const holdsAny = (alike: WordAlike, writer: SqlWriter, byPairs: ByPairs | null): string => {
    const pairs = byPairs ? [anyWay(alike, (_among, word) => byPairs(word))] : []
    // for words of one or two characters the index alone is exact
    if (isWhole && byPairs && isShort(alike)) return pairs[0]!
    // field by field: mostly the first one has the word, and the others need not be read
    const compared = anyWay(alike, (among, word) => among.map((text) => holdsWords(text, word, writer)).join(' OR '))
    return [...pairs, compared].join(' AND ')
  }
  return (word: string, writer: SqlWriter, byPairs: ByPairs | null) => holdsAny(fields.alike(word), writer, byPairs)
}

interface NearWord {
  word: string
  near: NonNullable<ReturnType<typeof nearWord>>
  index: string
  texts: readonly string[]
  byPairs: ByPairs
}

/** SQL: a half of the word is there, and most of its pairs. */
function nearCondition({ word, near, index, texts, byPairs }: NearWord, writer: SqlWriter): string {
  const wanted = `SELECT unnest(platform_wanted_pairs(${writer.value(word, 'text')}))`
  const common = `cardinality(ARRAY(${wanted} INTERSECT SELECT unnest(${index})))`
  const compared = near.halves.flatMap((half) => texts.map((text) => holdsWords(text, half, writer)))
  const halves = `(${near.halves.map(byPairs).join(' OR ')}) AND (${compared.join(' OR ')})`
  return `${halves} AND ${common} >= ${writer.value(near.pairs, 'integer')}`
}

interface WholeField {
  column: string
  /** SQL condition under which the value is shown unmasked, so that a part of it may match; null: never. */
  shown: string | null
}

/** A masked field. When only values of some shape are masked (a name that is a phone number), the others are shown.
 *  @throws CALL_COMPILE for a secret */
function wholeOrShown(callId: string, selection: RowSelection, name: string): WholeField {
  const field = entityField(selection.entity, name)
  const [column = ''] = searchTexts(callId, selection, name)
  if (field?.type === 'secret')
    throw new AgonError('CALL_COMPILE', { call: callId, field: name, reason: `"${name}" of ${selection.entity.id} is a secret` })
  const shapes = entityMasks(field ?? {}, selection.platform).map(({ shape }) => shape)
  if (shapes.includes(null)) return { column, shown: null }
  return { column, shown: shapes.map((shape) => `${column} !~ ${literal(shape!)}`).join(' AND ') || 'TRUE' }
}

/** Every word matches a shown text, or the whole input equals one value: matching parts of a masked value would reveal it digit by digit. */
function foundByWhole(
  fields: { texts: readonly string[]; whole: readonly WholeField[] },
  search: string,
  words: readonly string[],
  writer: SqlWriter,
): string {
  const byWord = words.map((word) => {
    const parts = fields.whole.flatMap(({ column, shown }) =>
      shown === null ? [] : [`(${holdsWords(column, word, writer)} AND ${shown})`],
    )
    return `(${[...fields.texts.map((text) => holdsWords(text, word, writer)), ...parts].join(' OR ')})`
  })
  // as accounts keep it, and as it was typed: a username of old may have the signs of a phone number
  const typed = writer.value([...new Set([normaliseAccount(search), normaliseIdentifier(search).toLowerCase()])], 'text[]')
  return `((${byWord.join(' AND ')}) OR ${fields.whole.map(({ column }) => `lower(${column}) = ANY(${typed})`).join(' OR ')})`
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && !isBlank(value)
}

function sameNames(some: readonly string[] = [], others: readonly string[] = []): boolean {
  return some.length === others.length && some.every((name) => others.includes(name))
}

const OPERATORS: Readonly<Partial<Record<FilterOp, string>>> = {
  eq: '==',
  is: '==',
  ne: '!=',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
  in: 'in',
}

function fieldCondition(callId: string, selection: RowSelection, field: string, op: FilterOp): Condition {
  const { entity, platform, present } = selection
  const definition = entityField(entity, field)
  if (!definition) throw new AgonError('CALL_COMPILE', { call: callId, reason: `${entity.id} has no field "${field}" to filter by` })
  if (op === 'json') {
    const test = jsonFilter(callId, { entity, field })
    const holdsValues = isIndexedJson(entity, field)
    return (writer, value, _scope, reading) => test(writer, value, reading && { ...reading, holdsValues })
  }
  if (op === 'contains' && definition.type !== 'json' && definition.type !== 'files') {
    const texts = searchTexts(callId, selection, field)
    return (writer, value) => `(${texts.map((text) => holdsWords(text, searchForm(String(value)), writer)).join(' OR ')})`
  }
  const cel = op === 'contains' ? `value in row.${field}` : `row.${field} ${OPERATORS[op]} value`
  const expression = celToSql({ cel, entity, platform, alias: ROW, present })
  // the scope is for computed fields, which may read `now`
  return (writer, value, scope) => expression.condition(writer, { ...scope, value: op === 'in' && !Array.isArray(value) ? [value] : value })
}

/** SQL: a text holds these words, which are in their `searchForm`. */
export function holdsWords(text: string, words: string, writer: SqlWriter): string {
  return `strpos(platform_folded(${text}), ${writer.value(words, 'text')}) > 0`
}

/** The texts of a field that a person would search in. */
function searchTexts(callId: string, { entity, model, platform }: RowSelection, name: string): string[] {
  const field = entityField(entity, name)
  if (!field || !model.columns.has(name))
    throw new AgonError('CALL_COMPILE', { call: callId, reason: `${entity.id} has no stored field "${name}" to search in` })
  const column = ownColumn(name)
  if (field.type === 'localText') return [`${column} ->> 'zh'`, `${column} ->> 'en'`].map((text) => `(${text})`)
  if (field.type === 'string' || field.type === 'text') return [column]
  return field.type === 'enum' && platform.get('enum', field.enum ?? '').type === 'string' ? [column] : [`${column}::text`]
}
