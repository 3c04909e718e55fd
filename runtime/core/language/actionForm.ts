/** An action whose chain is the usual one says it beside its label: `call` with `input`, `done` (a message of success), `close`, `refresh`, `to` (an
 *  address). They run in this order. Every other chain is written as `steps`. */
import { isRecord } from '../isRecord.ts'
import type { Json, ShortForm } from './shortForm.ts'

/** Step -> its keys beside the label, as step key -> short key; the first tells whether the step is there. */
const STEPS: readonly (readonly (readonly [step: string, short: string])[])[] = [
  [
    ['call', 'call'],
    ['input', 'input'],
    ['as', 'as'],
    ['progress', 'progress'],
    ['failed', 'failed'],
    ['noError', 'noError'],
  ],
  [['text', 'done']],
  [['close', 'close']],
  [['refresh', 'refresh']],
  [
    ['navigate', 'to'],
    ['replace', 'replace'],
    ['newTab', 'newTab'],
  ],
]
const DONE = 1

export const actionForm: ShortForm = {
  expand(value) {
    if (!isRecord(value) || 'steps' in value || !STEPS.some(([first]) => (first?.[1] ?? '') in value)) return undefined
    const moves: { to: string; from: string }[] = []
    const taken = new Set<string>()
    const steps = STEPS.flatMap((keys, index) => {
      const present = keys.filter(([, short]) => short in value)
      if (!((keys[0]?.[1] as string) in value)) return []
      return [{ index, present }]
    }).map(({ index, present }, place) => {
      moves.push({ to: `/steps/${place}`, from: '' })
      const step: Json = index === DONE ? { toast: 'success' } : {}
      for (const [key, short] of present) {
        taken.add(short)
        moves.push({ to: `/steps/${place}/${key}`, from: `/${short}` })
        step[key] = value[short]
      }
      return step
    })
    const rest = Object.entries(value).filter(([key]) => !taken.has(key))
    return { value: { ...Object.fromEntries(rest), steps }, moves }
  },
  contract(_, contracted) {
    if (!isRecord(contracted) || contracted.steps === undefined) return contracted
    // a list of one may have lost its brackets
    const written = [contracted.steps].flat() as Json[]
    if (written.length === 0) return contracted
    const short: Json = {}
    let last = -1
    for (const step of written) {
      const index = STEPS.findIndex((keys, at) => (at === DONE ? step.toast === 'success' : (keys[0]?.[0] ?? '') in step))
      if (index <= last) return contracted
      last = index
      for (const [key, value] of Object.entries(step)) {
        if (index === DONE && key === 'toast') continue
        const name = STEPS[index]?.find(([known]) => known === key)?.[1]
        if (name === undefined || name in contracted) return contracted
        short[name] = value
      }
    }
    const { steps: __, ...rest } = contracted
    const { onFailure, ...head } = rest
    return { ...head, ...short, ...(onFailure === undefined ? {} : { onFailure }) }
  },
}
