/** Answers of the wizard's information forms, from the columns that the calls behind them write. */
import type { Competition } from './competition.ts'

/** Columns -> answers of the form "information". */
export function infoAnswers(row: Competition): Record<string, unknown> {
  const { title, summary, place, level, levelName, type, mode, region, contactPhone, contactEmail, cover } = row
  const { subject, audience, language, venue, prize } = row
  const kind = { level, levelName, type, mode, subject, audience, language, venue, prize }
  return filled({ title, summary, ...kind, place, region, contactPhone, contactEmail, cover })
}

/** Columns -> answers of the form "organisers". */
export function orgAnswers(row: Competition): Record<string, unknown> {
  return filled({ organisers: row.organisers, coOrganisers: row.coOrganisers })
}

/** Columns -> answers of the form "introduction". */
export function introAnswers(row: Competition): Record<string, unknown> {
  return filled({ introduction: row.introduction, awards: row.awards, guide: row.guide })
}

/** Forms know absent answers, not null ones. */
export function filled(answers: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(answers).filter(([, value]) => value !== null && value !== undefined))
}
