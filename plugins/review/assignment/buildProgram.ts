/** The linear program of an assignment. Its matrix is that of a network (works on one side, experts and their schools on the other), so that a basic
 *  solution is integral: no branching is needed.
 *
 *  Most important first: every work gets its reviews; no one is below the minimum; loads are even; works of one school are spread; experts suit works. */

import type { AssignmentTask } from './AssignmentTask.ts'
import type { AllowedPairs } from './allowedPairs.ts'
import { targetLoads } from './targetLoads.ts'

const UNMET_COST = 10_000
const BELOW_MINIMUM_COST = 1_000
/** Cost of each step away from the fair load: the second costs more than the first, so that loads stay even. */
const STEP_COSTS = [20, 60, 180, 540]
const SAME_SCHOOL_COST = 4
/** Small fixed differences decide between equal choices, the same way each time. */
const TIE = 1e-3

/** A program in columns. Column `k` below `pairs` is the pair `k`; then the missing reviews of each work; then slack of loads and schools. */
export interface Program {
  numCols: number
  numRows: number
  cost: Float64Array
  colLower: Float64Array
  colUpper: Float64Array
  rowLower: Float64Array
  rowUpper: Float64Array
  starts: Int32Array
  indices: Int32Array
  values: Float64Array
}

interface Column {
  cost: number
  upper: number
  rows: readonly number[]
  values: readonly number[]
}

/** @returns the program; its first columns are the pairs, in their order */
export function buildProgram(task: AssignmentTask, pairs: AllowedPairs): Program {
  const { works, experts } = task
  const schools = task.spreadSchools ? schoolRows(task, pairs) : null
  const expertRow = (expert: number) => works.length + expert
  const columns: Column[] = []
  for (let k = 0; k < pairs.work.length; k++) {
    const [work, expert] = [pairs.work[k]!, pairs.expert[k]!]
    const school = schools?.rowOf(work, expert)
    const rows = school === undefined ? [work, expertRow(expert)] : [work, expertRow(expert), school]
    columns.push({ cost: -pairs.suits[k]! + TIE * noise(work, expert), upper: 1, rows, values: rows.map(() => 1) })
  }
  for (const [work, { need }] of works.entries()) columns.push({ cost: UNMET_COST, upper: need, rows: [work], values: [1] })
  const targets = targetLoads(
    experts,
    works.reduce((sum, { need }) => sum + need, 0),
  )
  experts.forEach((expert, j) => {
    const max = expert.maxLoad === null ? Number.POSITIVE_INFINITY : Math.max(expert.maxLoad, expert.load)
    columns.push(...loadSteps(expertRow(j), targets[j]!, { least: Math.max(expert.minLoad, expert.load), max }))
  })
  for (const row of schools?.rows ?? []) columns.push({ cost: SAME_SCHOOL_COST, upper: row.max, rows: [row.row], values: [-1] })
  return inColumns(columns, [
    ...works.map(({ need }) => ({ lower: need, upper: need })),
    ...experts.map(({ load }, j) => ({ lower: targets[j]! - load, upper: targets[j]! - load })),
    ...(schools?.rows ?? []).map(({ fair }) => ({ lower: Number.NEGATIVE_INFINITY, upper: fair })),
  ])
}

/** Load beyond the fair one (its first step is free: shares are rounded down), and load that is missing. */
function loadSteps(row: number, target: number, { least, max }: { least: number; max: number }): Column[] {
  const above = max - target
  const steps: Column[] = []
  const step = (cost: number, upper: number, value: number) => {
    if (upper > 0) steps.push({ cost, upper, rows: [row], values: [value] })
  }
  step(0, Math.min(1, above), -1)
  STEP_COSTS.forEach((cost, at) => {
    const isLast = at === STEP_COSTS.length - 1
    step(cost, isLast ? above - 1 - at : Math.min(1, above - 1 - at), -1)
    step(cost, isLast ? Math.max(0, target - least - at) : Math.min(1, target - least - at), 1)
  })
  step(BELOW_MINIMUM_COST, Math.min(target, least), 1)
  return steps
}

/** For each expert and school: reviews above an even share of the school's reviews cost extra. */
function schoolRows({ works, experts }: AssignmentTask, pairs: AllowedPairs) {
  const needs = new Map<string, number>()
  for (const { school, need } of works) if (school !== null) needs.set(school, (needs.get(school) ?? 0) + need)
  const rows: { row: number; fair: number; max: number }[] = []
  const known = new Map<string, number>()
  const first = works.length + experts.length
  const rowOf = (work: number, expert: number): number | undefined => {
    const school = works[work]!.school
    if (school === null || needs.get(school) === works[work]!.need) return undefined
    const key = `${expert} ${school}`
    let row = known.get(key)
    if (row === undefined) {
      row = first + rows.length
      const need = needs.get(school)!
      rows.push({ row, fair: Math.ceil(need / experts.length), max: need })
      known.set(key, row)
    }
    return row
  }
  for (let k = 0; k < pairs.work.length; k++) rowOf(pairs.work[k]!, pairs.expert[k]!)
  return { rows, rowOf }
}

function inColumns(columns: readonly Column[], rows: readonly { lower: number; upper: number }[]): Program {
  const entries = columns.reduce((sum, column) => sum + column.rows.length, 0)
  const starts = new Int32Array(columns.length + 1)
  const indices = new Int32Array(entries)
  const values = new Float64Array(entries)
  let at = 0
  columns.forEach((column, k) => {
    starts[k] = at
    column.rows.forEach((row, n) => {
      indices[at] = row
      values[at] = column.values[n]!
      at += 1
    })
  })
  starts[columns.length] = at
  return {
    numCols: columns.length,
    numRows: rows.length,
    cost: Float64Array.from(columns, ({ cost }) => cost),
    colLower: new Float64Array(columns.length),
    colUpper: Float64Array.from(columns, ({ upper }) => upper),
    rowLower: Float64Array.from(rows, ({ lower }) => lower),
    rowUpper: Float64Array.from(rows, ({ upper }) => upper),
    starts,
    indices,
    values,
  }
}

/** Between 0 and 1, from both numbers. */
function noise(work: number, expert: number): number {
  const mixed = Math.imul(Math.imul(work + 1, 0x9e3779b1) ^ Math.imul(expert + 1, 0x85ebca6b), 0xc2b2ae35)
  return (mixed >>> 0) / 2 ** 32
}
