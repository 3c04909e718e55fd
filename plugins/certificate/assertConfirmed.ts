/** A batch with problems continues only after someone has confirmed that they have seen them: which, and on whose certificates. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { PrintProblem } from '../../runtime/core/print/fillPrint.ts'
import type { Batch } from './series.ts'

const PROBLEMS = 'problems'
/** Certificates that are named for each kind of problem. */
const NAMED = 8
const KINDS = ['glyph', 'missing', 'overflow', 'overlap', 'picture'] as const

interface Troubled {
  name: string
  problems: PrintProblem[]
}

/** @throws CONFIRM_FIRST */
export async function assertConfirmed(
  { id, troubled, total }: Batch,
  confirmed: readonly string[],
  context: HandlerContext,
): Promise<void> {
  const key = `${PROBLEMS}:${troubled}`
  if (troubled === 0 || confirmed.includes(key)) return
  const { db, fail, lang, text } = context
  const certificates = (await db
    .selectFrom('certificate_certificate')
    .select(['name', 'problems'])
    .where('batchId', '=', id)
    .where('problems', 'is not', null)
    .orderBy('number')
    .execute()) as Troubled[]
  const head = text('certificate.troubled', { troubled, total })[lang]
  const lines = KINDS.flatMap((kind) => lineOf(kind, certificates, context))
  fail('CONFIRM_FIRST', { what: [head, ...lines].join('\n'), confirmed: [key] })
}

function lineOf(kind: PrintProblem['code'], certificates: readonly Troubled[], { lang, text }: HandlerContext): string[] {
  const found = certificates.flatMap(({ name, problems }) => {
    const details = problems.filter(({ code }) => code === kind).map((problem) => problem.details)
    return details.length > 0 ? [{ name, letters: [...new Set(details)].join('') }] : []
  })
  if (found.length === 0) return []
  const words = found
    .slice(0, NAMED)
    .map(({ name, letters }) => (kind === 'glyph' ? text('certificate.trouble.letters', { name, letters })[lang] : name))
  const list = new Intl.ListFormat(lang, { type: 'conjunction', style: 'narrow' }).format(words)
  const names = found.length > NAMED ? text('certificate.trouble.more', { names: list, count: found.length })[lang] : list
  return [text(`certificate.trouble.${kind}`, { names })[lang]]
}
