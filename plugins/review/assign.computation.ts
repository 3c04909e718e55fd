/** Assigns works to experts by a linear program. The solver is HiGHS, compiled to WebAssembly; its memory goes with the thread. */
import highsModule from 'highs'
import { defineComputation } from '../../runtime/core/contracts.ts'
import type { AssignedPair, AssignmentResult, AssignmentTask, UnmetCause } from './assignment/AssignmentTask.ts'
import { type AllowedPairs, allowedPairs, pairReason } from './assignment/allowedPairs.ts'
import { buildProgram, type Program } from './assignment/buildProgram.ts'

const SECONDS = 120
/** Its types speak of the CommonJS build; the module's default export is the loader itself. */
const loadHighs = highsModule as unknown as typeof highsModule.default
const OPTIMAL = 7

export default defineComputation<AssignmentTask, AssignmentResult>('review.assign', async (task, progress) => {
  const pairs = allowedPairs(task)
  await progress(0.1)
  const chosen = task.works.length === 0 || task.experts.length === 0 ? [] : await solve(buildProgram(task, pairs), pairs)
  await progress(0.9)
  return readResult(task, pairs, chosen)
})

/** @returns indices of the pairs that are assigned @throws when the solver does not come to an end */
async function solve(program: Program, pairs: AllowedPairs): Promise<number[]> {
  const highs = await loadHighs()
  const { numCols, numRows, cost, colLower, colUpper, rowLower, rowUpper, starts, indices, values } = program
  return highs.withModel((model) => {
    model.options.set({ output_flag: false, solver: 'simplex', time_limit: SECONDS })
    model.passModel({
      numCols,
      numRows,
      colCost: cost,
      colLower,
      colUpper,
      rowLower,
      rowUpper,
      matrix: { format: 'csc', numCols, numRows, starts, indices, values },
    })
    model.run()
    const status = model.getModelStatus()
    if (status !== OPTIMAL) throw new Error(`the solver ended with status ${status}`)
    const { colValue } = model.getSolution()
    return Array.from(pairs.work.keys()).filter((k) => colValue[k]! > 0.5)
  })
}

function readResult(task: AssignmentTask, { work, expert }: AllowedPairs, chosen: readonly number[]): AssignmentResult {
  const { works, experts } = task
  const loads = experts.map(({ load }) => load)
  const given = works.map(() => 0)
  const pairs = chosen.map((k): AssignedPair => {
    const [i, j] = [work[k]!, expert[k]!]
    loads[j]! += 1
    given[i]! += 1
    return { work: i, expert: j, reason: pairReason(works[i]!, experts[j]!) }
  })
  const allowed = works.map(() => 0)
  for (const i of work) allowed[i]! += 1
  const unmet = works.flatMap(({ need }, i) => {
    const missing = need - given[i]!
    return missing > 0 ? [{ work: i, missing, cause: causeOf(allowed[i]!, need) }] : []
  })
  const below = experts.flatMap(({ minLoad }, j) => (loads[j]! < minLoad ? [j] : []))
  return { pairs, unmet, loads, below }
}

function causeOf(allowed: number, need: number): UnmetCause {
  if (allowed === 0) return 'nobody'
  return allowed < need ? 'tooFew' : 'loads'
}
