/** `"...input": ["name", "slogan"]` among values by name stands for `"name": "=input.name", "slogan": "=input.slogan"`. */
import { isExpression } from './expressionForm.ts'
import { isObject, type Json, type ShortForm } from './shortForm.ts'

const SPREAD = /^\.\.\.([A-Za-z]\w*(?:\.[A-Za-z]\w*)*)$/
/** Fewer names read better one by one. */
const FEWEST = 2

export const valuesForm: ShortForm = {
  expand(value) {
    if (!isObject(value) || !Object.keys(value).some((key) => SPREAD.test(key) && isNames(value[key]))) return undefined
    const moves: { to: string; from: string }[] = []
    const entries = Object.entries(value).flatMap(([key, item]): [string, unknown][] => {
      const source = SPREAD.exec(key)?.[1]
      if (source === undefined || !isNames(item)) return [[key, item]]
      return item.map((name, index) => {
        moves.push({ to: `/${name}`, from: `/${key}/${index}` })
        return [name, { cel: `${source}.${name}` }]
      })
    })
    return { value: Object.fromEntries(entries), moves }
  },
  contract(long, contracted) {
    if (!isObject(long) || !isObject(contracted)) return contracted
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

function isNames(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((name) => typeof name === 'string')
}

/** `input` of `"name": "=input.name"`. */
function sourceOf(name: string, value: unknown): string | undefined {
  if (!isExpression(value) || !value.cel.endsWith(`.${name}`) || !/^[A-Za-z]\w*$/.test(name)) return undefined
  const source = value.cel.slice(0, -name.length - 1)
  return SPREAD.test(`...${source}`) ? source : undefined
}
