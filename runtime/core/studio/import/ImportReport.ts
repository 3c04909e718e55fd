/** What an import could not bring along, or only nearly. */
export const LOSS_REASONS = [
  'nothing',
  'type',
  'control',
  'keyword',
  'rule',
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

export interface ImportLoss {
  /** JSON Pointer into the document that was imported. */
  path: string
  /** lost: it is not in the form; near: something close to it is. */
  degree: 'lost' | 'near'
  reason: LossReason
  /** What stood there, shortened; and for `near` what is there now. */
  found: string
}

/** Collects losses while a document is read. */
export class Losses {
  readonly list: ImportLoss[] = []

  lost(path: string, reason: LossReason, found: unknown): void {
    this.list.push({ path, degree: 'lost', reason, found: short(found) })
  }
  near(path: string, reason: LossReason, found: unknown): void {
    this.list.push({ path, degree: 'near', reason, found: short(found) })
  }
}

function short(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.length > 120 ? `${text.slice(0, 117)}...` : text
}

/** Words for what the imported document gives none: `studio.import.words.<key>`. */
export type ImportWords = (key: 'title' | 'choose' | 'option' | 'step' | 'other' | 'none', values?: { number: number }) => string
