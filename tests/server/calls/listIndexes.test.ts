/** Lists that can be long, as their documents declare them: an index serves each order that they offer, and what they search in. */
import { expect, it } from 'vitest'
import type { CallDocument, Operation } from '../../../runtime/core/documents.ts'
import type { Platform } from '../../../runtime/core/platform.ts'
import { createPlatformSource } from '../../../runtime/server/loadPlatform.ts'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'

type List = Extract<Operation, { kind: 'list' | 'count' | 'export' }>
const LONG = 1_000
/** Searched in the order of the newest, without an index: it would cost every write of everybody. */
const UNSEARCHED = ['platform.log']

function longLists(platform: Platform): { call: CallDocument; list: List }[] {
  return [...platform.documents.call.values()].flatMap((call) =>
    call.operation?.kind === 'list' && (call.operation.countUpTo ?? 0) >= LONG ? [{ call, list: call.operation }] : [],
  )
}

/** Fields that each request gives one value. Of several with the operator `is` a request may give one alone: a set for each. */
function fixedFields(call: CallDocument, list: List): string[][] {
  const required = (call.input?.required ?? []) as string[]
  const filters = Object.entries(list.filter ?? {})
  const always = filters.flatMap(([name, { field, op }]) => (op === 'eq' && required.includes(name) ? [field] : []))
  const places = filters.flatMap(([, { field, op }]) => (op === 'is' ? [field] : []))
  return places.length === 0 ? [always] : places.map((field) => [...always, field])
}

function orders({ sort }: List): string[] {
  return [...new Set([...(sort?.fields ?? []), (sort?.default ?? ['-id'])[0]!].map(bare))]
}
const bare = (name: string) => name.replace(/^-/, '')

it('[DESK-5] each order of a list that can be long is that of an index, within what every request names', async () => {
  const platform = (await createPlatformSource([PROJECT_DIRECTORY], {})).platform()
  const lists = longLists(platform)
  const wrong = lists.flatMap(({ call, list }) => {
    const { indexes = [], unique = [] } = platform.get('entity', list.entity)
    const led = [...indexes.map((columns) => columns.map(bare)), ...unique.map(({ fields }) => fields), ['id']]
    const fixed = fixedFields(call, list)
    const serves = (order: string) =>
      fixed.every((names) =>
        led.some(
          (columns) => columns.indexOf(order) >= 0 && columns.slice(0, columns.indexOf(order)).every((name) => names.includes(name)),
        ),
      )
    return orders(list).flatMap((order) => (serves(order) ? [] : [`${call.id} by ${order}`]))
  })
  expect(wrong).toEqual([])
  expect(lists.length).toBeGreaterThan(10)
})

it('[DESK-10] the latest days of a count are read from an index, within what every request names', async () => {
  const platform = (await createPlatformSource([PROJECT_DIRECTORY], {})).platform()
  const counts = [...platform.documents.call.values()].flatMap((call) =>
    call.operation?.kind === 'count' && call.operation.groupBy?.some(({ last }) => last) ? [{ call, list: call.operation }] : [],
  )
  const wrong = counts.filter(({ call, list }) => {
    const { indexes = [] } = platform.get('entity', list.entity)
    const fixed = fixedFields(call, list)
    const { from } = list.groupBy!.find(({ last }) => last)!
    return !fixed.every((names) =>
      indexes.some(
        (columns) => columns.indexOf(from) >= 0 && columns.slice(0, columns.indexOf(from)).every((name) => names.includes(name)),
      ),
    )
  })
  expect(wrong.map(({ call }) => call.id)).toEqual([])
  expect(counts.length).toBeGreaterThan(1)
})

it('[DESK-6] what a list that can be long searches in has a search index, and answers that it filters by have theirs', async () => {
  const platform = (await createPlatformSource([PROJECT_DIRECTORY], {})).platform()
  const wrong = longLists(platform).flatMap(({ call, list }) => {
    const { search = [], indexes = [] } = platform.get('entity', list.entity)
    const searched = UNSEARCHED.includes(list.entity) ? [] : (list.search ?? []).filter((field) => !search.includes(field))
    const answers = Object.values(list.filter ?? {}).filter(
      ({ field, op }) => op === 'json' && !indexes.some((columns) => columns.length === 1 && columns[0] === field),
    )
    return [...searched, ...answers.map(({ field }) => field)].map((field) => `${call.id}: ${field}`)
  })
  expect(wrong).toEqual([])
})
