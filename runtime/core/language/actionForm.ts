/** An action whose chain is the usual one says it beside its label: `call` or `download` with `input`, `done` (a message of success), `close`, `refresh`,
 *  `to` (an address). They run in this order. Every other chain is written as `steps`. */
import { isRecord } from '../isRecord.ts'
import { sameJson } from './sameJson.ts'
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
  [
    ['download', 'download'],
    ['input', 'input'],
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
const DONE = 2

export const actionForm: ShortForm = {
  expand(value) {
    const asking = expandAsking(value)
    const chain = expandChain(asking?.value ?? value)
    return asking === undefined ? chain : { value: chain?.value ?? asking.value, moves: [...asking.moves, ...(chain?.moves ?? [])] }
  },
  contract: (_, contracted) => contractChain(contractAsking(contracted)),
}

/** `"dialog": "notes.rename"` is the form of a dialog with the action's label as its title; a text under `confirm` is a question whose button has the
 *  action's label and is red when the action is. */
function expandAsking(value: unknown): { value: Json; moves: { to: string; from: string }[] } | undefined {
  if (!isRecord(value)) return undefined
  const { label, dialog, confirm, tone } = value
  const asking: Json = {}
  const moves: { to: string; from: string }[] = []
  if (typeof dialog === 'string') {
    asking.dialog = { form: dialog, title: label }
    moves.push({ to: '/dialog/form', from: '/dialog' })
  } else if (isRecord(dialog) && dialog.form !== undefined && dialog.title === undefined) {
    const { form, ...rest } = dialog
    asking.dialog = { form, title: label, ...rest }
  }
  if (isRecord(confirm) && 'en' in confirm) {
    asking.confirm = { title: confirm, ok: label, ...(tone === 'danger' && { danger: true }) }
    moves.push({ to: '/confirm/title', from: '/confirm' })
  }
  return Object.keys(asking).length === 0 ? undefined : { value: { ...value, ...asking }, moves }
}

function contractAsking(action: unknown): unknown {
  if (!isRecord(action)) return action
  const { label, dialog, confirm, tone } = action
  const asking: Json = {}
  if (isRecord(dialog) && label !== undefined && sameJson(dialog.title, label)) {
    const { title: _, ...rest } = dialog
    asking.dialog = Object.keys(rest).length === 1 && 'form' in rest ? rest.form : rest
  }
  if (isRecord(confirm) && isRecord(confirm.title) && 'en' in confirm.title) {
    const usual = { title: confirm.title, ok: label, ...(tone === 'danger' && { danger: true }) }
    if (sameJson(confirm, usual)) asking.confirm = confirm.title
  }
  return { ...action, ...asking }
}

function expandChain(value: unknown): { value: Json; moves: { to: string; from: string }[] } | undefined {
  if (!isRecord(value) || 'steps' in value || !STEPS.some(([first]) => (first?.[1] ?? '') in value)) return undefined
  // one input, for one of them: the key that is left over is reported as unknown
  if ('call' in value && 'download' in value) return undefined
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
}

function contractChain(contracted: unknown): unknown {
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
      if (name === undefined || name in contracted || name in short) return contracted
      short[name] = value
    }
  }
  const { steps: __, ...rest } = contracted
  const { onFailure, ...head } = rest
  return { ...head, ...short, ...(onFailure === undefined ? {} : { onFailure }) }
}
