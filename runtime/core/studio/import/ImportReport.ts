/** What an import could not bring along, or only nearly. */
import type { LocalText } from '../../documents.ts'
import { wholeOf } from './Ledger.ts'
import { isObject, textOf } from './reading.ts'

export const LOSS_REASONS = [
  'nothing',
  'type',
  'control',
  'keyword',
  'rule',
  'check',
  'pattern',
  'name',
  'options',
  'choice',
  'file',
  'layout',
  'reference',
  'script',
  'text',
  'value',
] as const
/** Words: `studio.import.reason.<reason>`. */
export type LossReason = (typeof LOSS_REASONS)[number]

/** lost: it is not in the form; near: something close to it is; aside: no one who fills the form misses it (looks, marks of the other tool). */
export const LOSS_DEGREES = ['lost', 'near', 'aside'] as const
export type LossDegree = (typeof LOSS_DEGREES)[number]

export interface ImportLoss {
  /** JSON Pointer into the document that was imported. */
  path: string
  degree: LossDegree
  reason: LossReason
  /** The value in the source, shortened. For `near` also the value in the form. */
  found: string
  /** Of an aside: at how many places its key stands; the path is the first. */
  times?: number
  /** Its own words and type, for a part that is shown by them better than by its text. */
  called?: string
}

/** Collects losses while a document is read. What is reported counts as read. */
export class Losses {
  readonly list: ImportLoss[] = []
  private readonly asides = new Map<string, ImportLoss>()

  lost(path: string, reason: LossReason, found: unknown): void {
    this.add('lost', path, reason, found)
  }
  near(path: string, reason: LossReason, found: unknown): void {
    this.add('near', path, reason, found)
  }
  /** One line for all places of a key, as tools write out looks by the hundred; a value with more inside has a line of its own. */
  aside(path: string, reason: LossReason, found: unknown): void {
    if (typeof found === 'object' && found !== null) {
      this.add('aside', path, reason, found)
      return
    }
    const key = lastKey(path)
    const known = this.asides.get(`${reason} ${key}`)
    if (known) known.times = (known.times ?? 1) + 1
    else this.asides.set(`${reason} ${key}`, this.add('aside', path, reason, found))
  }
  private add(degree: LossDegree, path: string, reason: LossReason, found: unknown): ImportLoss {
    const called = calledOf(found)
    const loss: ImportLoss = { path, degree, reason, found: short(found), ...(called ? { called } : {}) }
    // a reference that is used twice is read twice
    const known = this.list.find((each) => each.path === path && each.reason === reason && each.found === loss.found)
    if (!known) this.list.push(loss)
    return known ?? loss
  }
}

/** `Photo (webcam)`: a question or component by its words, with its type. */
function calledOf(found: unknown): string | null {
  const part = wholeOf(found)
  if (!isObject(part) || typeof part.type !== 'string') return null
  const title = [part.title, part.label, part.name, part.key].map(textOf).find((text) => text !== null)
  return title ? `${resolved(title)} (${part.type})` : part.type
}

function resolved(text: LocalText): string {
  return text.zh === text.en ? text.en : `${text.zh} / ${text.en}`
}

function short(value: unknown): string {
  const plain = wholeOf(value)
  const text = typeof plain === 'string' ? plain : (JSON.stringify(plain) ?? '')
  return text.length > 120 ? `${text.slice(0, 117)}...` : text
}

/** Losses of one kind at several places. */
export interface LossGroup {
  degree: LossDegree
  reason: LossReason
  /** The last step of the places: the key that the losses have in common. */
  key: string
  losses: readonly ImportLoss[]
}

/** The key at a place; places in a list, and names of fields, are no keys in common. */
function lastKey(path: string): string {
  const last = path.split('/').at(-1) ?? ''
  return /^\d*$/.test(last) ? '' : last
}

/** The report as people read it: what is lost first, each kind once with its places, looks and marks of the other tool at the end. */
export function groupLosses(losses: readonly ImportLoss[]): LossGroup[] {
  const groups = new Map<string, LossGroup & { losses: ImportLoss[] }>()
  for (const loss of losses) {
    const key = loss.degree === 'aside' || ['text', 'value', 'rule'].includes(loss.reason) ? lastKey(loss.path) : ''
    const id = `${loss.degree} ${loss.reason} ${key}`
    const group = groups.get(id)
    if (group) group.losses.push(loss)
    else groups.set(id, { degree: loss.degree, reason: loss.reason, key, losses: [loss] })
  }
  const rank = ({ degree, reason }: LossGroup) => LOSS_DEGREES.indexOf(degree) * LOSS_REASONS.length + LOSS_REASONS.indexOf(reason)
  return [...groups.values()].sort((left, right) => rank(left) - rank(right) || right.losses.length - left.losses.length)
}

/** Words for what the imported document gives none: `studio.import.words.<key>`. */
export type ImportWords = (
  key: 'title' | 'choose' | 'option' | 'step' | 'other' | 'none' | 'place' | 'value',
  values?: { number: number },
) => string
