/** The answers of `npm run spec` as text. */
import type { Asked } from './coverage.ts'
import type { Rule } from './readRules.ts'

/** Only the first of many tests are named. */
const NAMED = 3

/** Tests may also put an address together. */
const NOTE = 'Calls and pages: named by a test, of all. Generated tests ask for every one of them besides.'

/** A table of areas. */
export function printOverview(byArea: ReadonlyMap<string, readonly Rule[]>, asked: readonly Asked[]): string {
  const areaOf = ({ id }: Asked) => id.slice(0, id.indexOf('.'))
  const areas = [...new Set([...byArea.keys(), ...asked.map(areaOf)])].sort()
  const rows = areas.map((area) => {
    const own = asked.filter((each) => areaOf(each) === area)
    return [area, String(byArea.get(area)?.length ?? 0), share(own, 'call'), share(own, 'page')]
  })
  const total = ['all', String([...byArea.values()].flat().length), share(asked, 'call'), share(asked, 'page')]
  const lines = [['area', 'rules', 'calls', 'pages'], ...rows, total].map(
    ([name = '', ...cells]) => name.padEnd(22) + cells.map((cell) => cell.padStart(12)).join(''),
  )
  return [...lines, '', NOTE].join('\n')
}

/** Named by a test, of all. */
function share(asked: readonly Asked[], kind: Asked['kind']): string {
  const own = asked.filter((each) => each.kind === kind)
  return own.length === 0 ? '-' : `${own.filter(({ tests }) => tests.length > 0).length} / ${own.length}`
}

export function printArea(area: string, rules: readonly Rule[], asked: readonly Asked[]): string {
  return [
    `${area}: ${rules.length} rules`,
    ...rules.flatMap(({ id, words: [first = '', ...more] }) => [
      `  ${id.padEnd(12)} ${first}`,
      ...more.map((words) => `${' '.repeat(15)}${words}`),
    ]),
    '',
    `calls ${share(asked, 'call')}, pages ${share(asked, 'page')}, each with the tests that name it`,
    ...asked.map((each) => `${lineOf(each)}\n      ${testsOf(each)}`),
  ].join('\n')
}

function lineOf({ kind, id, address }: Asked): string {
  return `  ${kind} ${id}  ${address}`
}

function testsOf({ tests }: Asked): string {
  if (tests.length === 0) return 'generated tests, or tests that put its address together'
  const more = tests.length > NAMED ? ` and ${tests.length - NAMED} more` : ''
  return `${tests.slice(0, NAMED).join(', ')}${more}`
}
