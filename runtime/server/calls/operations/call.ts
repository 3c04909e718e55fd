/** `call`: runs another call, with that call's access and log entries, once or for each of several ids in the common order of locks. Several ids share one
 *  transaction: one refusal fails them all, except for the codes in `skip`. */
import type { CallOperation } from '../../../core/documents.ts'
import { AgonError } from '../../../core/errors.ts'
import type { CallRun, RunScope } from '../CallRun.ts'
import { compileValue } from '../compileValue.ts'
import { compileEffects } from '../effects.ts'
import type { CompiledOperation, OperationContext } from './operation.ts'

type Values = Record<string, unknown>
type Scope = RunScope & { item?: string }
type Outcome = { id: string; answer: unknown } | { id: string; error: string }

export function compileOtherCall(context: OperationContext<CallOperation>): CompiledOperation {
  const { operation } = context
  const { each, skip = [] } = operation
  const idsOf = each ? compileValue(each) : null
  const answerOf = operation.answer ? compileValue(operation.answer) : null
  const ask = compileAsk(context)
  return {
    transactional: true,
    async run(input, run) {
      const scope: Scope = run.scope(input)
      if (!idsOf) {
        const answer = await ask(run, scope, input)
        return answerOf ? answerOf({ ...scope, answer }) : answer
      }
      const outcomes: Outcome[] = []
      for (const id of inLockOrder(idsOf(scope))) outcomes.push(await outcomeOf(id, skip, () => ask(run, { ...scope, item: id }, input)))
      const skipped = outcomes.filter((outcome) => 'error' in outcome).length
      const facts = { done: outcomes.length - skipped, skipped, results: outcomes }
      return answerOf ? answerOf({ ...scope, ...facts }) : facts
    },
  }
}

async function outcomeOf(id: string, skip: readonly string[], ask: () => Promise<unknown>): Promise<Outcome> {
  try {
    return { id, answer: await ask() }
  } catch (error) {
    if (error instanceof AgonError && skip.includes(error.code)) return { id, error: error.code }
    throw error
  }
}

/** One call, and what follows from its answer. */
function compileAsk({ call, operation }: OperationContext<CallOperation>) {
  const inputOf = operation.input ? compileValue(operation.input) : null
  const effects = compileEffects(call.do ?? [], (value) => value)
  return async (run: CallRun, scope: Scope, input: Readonly<Values>): Promise<unknown> => {
    const id = chosenCall(operation, input)
    const given = inputOf ? present(inputOf(scope) as Values) : takenBy(run, id, input)
    const answer = await run.set.runInside(run, id, given)
    await effects(run, { ...scope, answer })
    return answer
  }
}

function chosenCall({ call }: CallOperation, input: Readonly<Values>): string {
  if (typeof call === 'string') return call
  const chosen = input[call.parameter]
  if ('given' in call) return chosen === undefined || chosen === null ? call.absent : call.given
  return (typeof chosen === 'string' ? call.calls[chosen] : undefined) ?? Object.values(call.calls)[0]!
}

/** The parameters that the other call takes. */
function takenBy(run: CallRun, id: string, input: Readonly<Values>): Values {
  const { parameters } = run.set.get(id)
  return present(Object.fromEntries(Object.entries(input).filter(([name]) => parameters.has(name))))
}

/** A parameter that was not given is not handed on. */
function present(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}

/** Ids of a list, or of one text separated by commas: each once, smallest first, so that two calls with overlapping ids do not block each other. */
function inLockOrder(ids: unknown): string[] {
  const named = typeof ids === 'string' ? ids.split(',') : Array.isArray(ids) ? ids.map(String) : []
  return [...new Set(named)].toSorted((one, other) => (BigInt(one) < BigInt(other) ? -1 : 1))
}
