/** What else happens when a row is written: effects of transitions, and `do` of calls. They run in the transaction, in the order written, with the rights of
 *  the platform: who may cause them is said by the call or the transition. Rows of other entities are written by `context.rows` like all others. */
import type { Effect, Value } from '../../core/documents.ts'
import { AgonError } from '../../core/errors.ts'
import { compileExpression, evaluateCondition } from '../../core/expressions/index.ts'
import { putMessage } from '../outbox/putMessage.ts'
import { createRows } from '../rows/createRows.ts'
import type { CallRun, RunScope } from './CallRun.ts'
import { compileValue } from './compileValue.ts'
import { createContext } from './createContext.ts'
import { receiver } from './receiver.ts'

type Values = Record<string, unknown>
export type EffectScope = RunScope & Readonly<Values>
/** @param facts  what a handler is given besides the row: the row before, what the transition is
 *  @returns      ids of the jobs that were queued, by their handlers */
export type RunEffects = (run: CallRun, scope: EffectScope, facts?: Readonly<Values>) => Promise<QueuedJobs>
export type QueuedJobs = Readonly<Record<string, string>>

type Kinds = Exclude<Effect, { set: unknown } | { add: unknown }>
type Part<K extends string> = Kinds extends infer E ? (E extends { [P in K]: infer V } ? V : never) : never
type RunEffect = (run: CallRun, scope: EffectScope, facts: Readonly<Values>) => Promise<unknown>

/** Without `set` and `add`, which belong to the statements of the row itself. @param over  what expressions become (`referredFields`) */
export function compileEffects(effects: readonly Effect[], over: <V extends Value>(value: V) => V): RunEffects {
  const compiled = effects.flatMap((effect) => {
    if ('set' in effect || 'add' in effect) return []
    const { when, ...rest } = over(effect as unknown as Value) as unknown as Kinds & { when?: { cel: string } }
    const [kind] = Object.keys(rest) as [keyof typeof KINDS]
    const holds = when ? compileExpression(when.cel) : null
    const act = KINDS[kind]((rest as Record<string, unknown>)[kind] as never)
    return [{ holds, act, job: 'job' in rest ? rest.job.handler : null }]
  })
  return async (run, scope, facts = {}) => {
    const queued: Record<string, string> = {}
    for (const { holds, act, job } of compiled) {
      if (holds && !evaluateCondition(holds, scope)) continue
      const done = await act(run, scope, facts)
      if (job !== null) queued[job] = String(done)
    }
    return queued
  }
}

const KINDS = {
  send({ template, to, with: variables = {} }: Part<'send'>): RunEffect {
    const [receiverOf, variablesOf] = [compileValue(to), compileValue(variables)]
    return (run, scope) => putMessage(run, template, receiver(receiverOf(scope)), variablesOf(scope) as Values)
  },
  handler(name: Part<'handler'>): RunEffect {
    return async (run, { row, input }, facts) => {
      const handler = run.set.deps.handlers.get(name)
      if (!handler) throw new AgonError('CALL_COMPILE', { call: run.cause?.id ?? '', reason: `no handler "${name}"` })
      await handler.run({ ...facts, row, input }, createContext(run))
    }
  },
  create({ entity, set }: Part<'create'>): RunEffect {
    const valuesOf = compileValue(set)
    return (run, scope) => createRows(run).create(entity as never, valuesOf(scope) as never)
  },
  change({ entity, where, set }: Part<'change'>): RunEffect {
    const [conditionOf, valuesOf] = [compileValue(where), compileValue(set)]
    return (run, scope) => createRows(run).saveWhere(entity as never, conditionOf(scope) as never, valuesOf(scope) as never)
  },
  remove({ entity, where }: Part<'remove'>): RunEffect {
    const conditionOf = compileValue(where)
    return (run, scope) => createRows(run).removeWhere(entity as never, conditionOf(scope) as never)
  },
  transition({ flow, transition, row, input = {} }: Part<'transition'>): RunEffect {
    const [idOf, inputOf] = [compileValue(row), compileValue(input)]
    return async (run, scope) => {
      const id = idOf(scope)
      if (id != null) await createRows(run).transition(flow as never, transition as never, String(id), inputOf(scope) as Values)
    }
  },
  job({ handler, with: given = {}, inSeconds, as }: Part<'job'>): RunEffect {
    const [inputOf, personOf] = [compileValue(given), as ? compileValue(as) : null]
    return (run, scope) => {
      const person = personOf?.(scope) ?? null
      const when = { inSeconds, ...(person !== null && { as: String(person) }) }
      return run.set.deps.services.jobs.enqueue(handler, inputOf(scope) as Values, run.callScope, when)
    }
  },
  sessions({ of, end }: Part<'sessions'>): RunEffect {
    const idOf = compileValue(of)
    return async (run, scope) => {
      const id = idOf(scope)
      if (id == null) return
      const sessions = run.set.deps.services.sessions.bind(run.callScope)
      if (end) await sessions.closeAll(String(id))
      sessions.changed(String(id))
    }
  },
}
