/** Branches by what one expression is: `{ "of": "=note.state", "cases": { "fix": ..., "wait|done": ... }, "else": ... }` stands for branches whose `when` is
 *  `(note.state) == 'fix'`, `(note.state) in ['wait', 'done']` and, at the end, none. */
import { pointer } from '../documents/failure.ts'
import { isRecord } from '../isRecord.ts'
import { readExpression, writeExpression } from './expressionTree.ts'
import type { Json, Mistake, ShortForm } from './shortForm.ts'

/** A value that a case may name. */
const VALUE = /^[A-Za-z][\w.-]*$/
const WHEN = /^\(([\s\S]+)\) (?:== '([A-Za-z][\w.-]*)'|in \['([A-Za-z][\w.-]*(?:', '[A-Za-z][\w.-]*)+)'\])$/

export const chooseForm: ShortForm = {
  expand(value) {
    if (!isRecord(value) || value.node !== 'choose' || !isRecord(value.cases)) return undefined
    const { of, cases, else: otherwise, ...rest } = value
    const read = readExpression(of)
    const subject = read?.cel ?? ''
    const moves: { to: string; from: string }[] = []
    const inner = (read?.mistakes ?? []).map((one) => ({ ...one, path: `/of${one.path}` }))
    const mistakes = subject === '' ? [mistake('/of', 'an expression that is a text, such as "=note.state"', of)] : inner
    const branches: Json[] = []
    for (const [key, children] of Object.entries(cases as Json)) {
      const from = pointer('/cases', key)
      const values = key.split('|')
      if (!values.every((one) => VALUE.test(one))) mistakes.push(mistake(from, 'a value, or several with | between', key))
      moves.push({ to: `/branches/${branches.length}`, from }, { to: `/branches/${branches.length}/when`, from: '/of' })
      moves.push({ to: `/branches/${branches.length}/children`, from })
      branches.push({ when: { cel: condition(subject, values) }, children })
    }
    if (otherwise !== undefined) {
      moves.push({ to: `/branches/${branches.length}`, from: '/else' }, { to: `/branches/${branches.length}/children`, from: '/else' })
      branches.push({ children: otherwise })
    }
    return { value: { ...rest, branches }, moves, mistakes }
  },
  contract(long, contracted) {
    if (!isRecord(long) || !isRecord(contracted) || !Array.isArray(long.branches) || !Array.isArray(contracted.branches)) return contracted
    const { branches, ...rest } = contracted
    const cases: Json = {}
    let subject: string | undefined
    let otherwise: unknown
    for (const [index, branch] of (long.branches as Json[]).entries()) {
      const { children } = branches[index] as Json
      const isLast = index === long.branches.length - 1
      if (branch.when === undefined && isLast && index > 0) otherwise = children
      else {
        const parts = WHEN.exec((branch.when as { cel?: string } | undefined)?.cel ?? '')
        const values = parts?.[2] === undefined ? (parts?.[3]?.split("', '") ?? []) : [parts[2]]
        const key = values.join('|')
        if (parts === null || !isClosed(parts[1] ?? '') || key in cases || (subject ?? parts[1]) !== parts[1]) return contracted
        subject = parts[1]
        cases[key] = children
      }
    }
    return { ...rest, of: writeExpression(subject ?? ''), cases, ...(otherwise === undefined ? {} : { else: otherwise }) }
  },
}

/** Whether every parenthesis that an expression closes was opened in it. */
function isClosed(cel: string): boolean {
  let open = 0
  for (const character of cel) {
    if (character === '(') open += 1
    if (character === ')') open -= 1
    if (open < 0) return false
  }
  return open === 0
}

function condition(subject: string, values: readonly string[]): string {
  return values.length === 1 ? `(${subject}) == '${values[0]}'` : `(${subject}) in ['${values.join("', '")}']`
}

function mistake(path: string, expected: string, found: unknown): Mistake {
  return {
    path,
    expected,
    found: JSON.stringify(found) ?? 'nothing',
    suggestion: 'write branches with "when" and "children" for other conditions',
  }
}
