/** The form that every library draws: ten kinds of fields in turn, as in a registration. One in ten shows only when a box before it is ticked. */

export type BenchKind = 'text' | 'phone' | 'email' | 'select' | 'date' | 'checkbox' | 'number' | 'conditional'

export interface BenchField {
  name: string
  label: string
  kind: BenchKind
  /** Name of the box that shows a conditional field. */
  shownBy?: string
}

export const MAX_LENGTH = 50
export const PHONE_PATTERN = '^1[3-9]\\d{9}$'
export const OPTIONS = Array.from({ length: 20 }, (_, at) => ({ value: `option${at}`, label: `Option ${at + 1}` }))

const KINDS: readonly BenchKind[] = ['text', 'phone', 'email', 'select', 'date', 'checkbox', 'number', 'text', 'text', 'conditional']
const BOX = KINDS.indexOf('checkbox')

export function benchFields(count: number): BenchField[] {
  return Array.from({ length: count }, (_, at) => {
    const kind = KINDS[at % KINDS.length]!
    const name = `f${at}`
    const label = `Field ${at + 1}`
    return kind === 'conditional' ? { name, label, kind, shownBy: `f${at - (at % KINDS.length) + BOX}` } : { name, label, kind }
  })
}

/** Everything but boxes must be answered. */
export function isRequired(field: BenchField): boolean {
  return field.kind !== 'checkbox'
}

/** Asked for by the address: `?count=200`. */
export function askedCount(): number {
  return Number(new URLSearchParams(location.search).get('count') ?? 30)
}

/** Fields that show before anything is ticked. */
export function visibleAtFirst(count: number): number {
  return benchFields(count).filter((field) => field.kind !== 'conditional').length
}

/** Errors of an empty form. */
export function emptyErrors(count: number): number {
  return benchFields(count).filter((field) => field.kind !== 'conditional' && isRequired(field)).length
}
