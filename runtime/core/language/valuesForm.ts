/** `"...input": ["name", "slogan"]` among values by name stands for `"name": "=input.name", "slogan": "=input.slogan"`. */
import { pointer, show } from '../documents/failure.ts'
import { isRecord } from '../isRecord.ts'
import { isExpression } from './expressionForm.ts'
import type { Json, Mistake, ShortForm } from './shortForm.ts'

const SPREAD = /^\.\.\.([A-Za-z]\w*(?:\.[A-Za-z]\w*)*)$/
const NAME = /^[A-Za-z]\w*$/
/** Fewer names read better one by one. */
const FEWEST = 2

export const valuesForm: ShortForm = {
  expand(value) {
    if (!isRecord(value) || !Object.keys(value).some((key) => key.startsWith('...'))) return undefined
    const moves: { to: string; from: string }[] = []
    const mistakes = [...Object.keys(value).flatMap((key) => mistakesOf(key, value[key])), ...namedTwice(value)]
    const entries = Object.entries(value).flatMap(([key, item]): [string, unknown][] => {
      const source = SPREAD.exec(key)?.[1]
      if (!key.startsWith('...')) return [[key, item]]
      if (source === undefined || !isNames(item)) return []
      return item.map((name, index) => {
        moves.push({ to: `/${name}`, from: `/${key}/${index}` })
        return [name, { cel: `${source}.${name}` }]
      })
    })
    return { value: Object.fromEntries(entries), moves, mistakes }
  },
  contract(long, contracted) {
    if (!isRecord(long) || !isRecord(contracted)) return contracted
    const sources = Object.entries(long).map(([name, value]) => [name, sourceOf(name, value)] as const)
    const namesOf = Map.groupBy(
      sources.filter(([, source]) => source !== undefined),
      ([, source]) => source,
    )
    const result: Json = {}
    for (const [name, source] of sources) {
      const group = source === undefined ? undefined : namesOf.get(source)
      if (group === undefined || group.length < FEWEST) result[name] = contracted[name]
      else result[`...${source}`] ??= group.map(([one]) => one)
    }
    return result
  },
}

function mistakesOf(key: string, item: unknown): Mistake[] {
  if (!key.startsWith('...')) return []
  const suggestion = 'write it like "...input": ["title", "text"]'
  if (!SPREAD.test(key)) return [{ path: pointer('', key), expected: 'a name after ...', found: `"${key}"`, suggestion }]
  return isNames(item) ? [] : [{ path: pointer('', key), expected: 'a list of names', found: show(item), suggestion }]
}

/** A name that two keys give: one of the values would be lost. */
function namedTwice(value: Json): Mistake[] {
  const seen = new Set(Object.keys(value))
  return Object.entries(value).flatMap(([key, item]) =>
    (SPREAD.test(key) && isNames(item) ? item : []).flatMap((name, index) => {
      if (!seen.has(name)) seen.add(name)
      else
        return [
          {
            path: pointer(pointer('', key), index),
            expected: 'each name once',
            found: `"${name}" twice`,
            suggestion: 'remove one of the two',
          },
        ]
      return []
    }),
  )
}

function isNames(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((name) => typeof name === 'string' && NAME.test(name))
}

/** `input` of `"name": "=input.name"`. */
function sourceOf(name: string, value: unknown): string | undefined {
  if (!isExpression(value) || !value.cel.endsWith(`.${name}`) || !/^[A-Za-z]\w*$/.test(name)) return undefined
  const source = value.cel.slice(0, -name.length - 1)
  return SPREAD.test(`...${source}`) ? source : undefined
}
