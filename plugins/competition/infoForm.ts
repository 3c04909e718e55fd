/** Answers of the wizard's information forms, from the columns that the calls behind them write. */
import { type Competition, languagesOf } from './competition.ts'

/** Columns -> answers of the form "information". */
export function infoAnswers(row: Competition): Record<string, unknown> {
  const { level, type, mode, region, contactPhone, contactEmail, cover } = row
  return filled({
    ...languagesOf('title', row.title),
    ...languagesOf('summary', row.summary),
    ...languagesOf('place', row.place),
    level,
    type,
    mode,
    region,
    contactPhone,
    contactEmail,
    cover,
  })
}

/** Columns -> answers of the form "organisers". */
export function orgAnswers(row: Competition): Record<string, unknown> {
  return filled({ ...languagesOf('organisers', row.organisers), ...languagesOf('coOrganisers', row.coOrganisers) })
}

/** Columns -> answers of the form "introduction". */
export function introAnswers(row: Competition): Record<string, unknown> {
  return filled({ ...languagesOf('introduction', row.introduction), ...languagesOf('guide', row.guide) })
}

/** Forms know absent answers, not null ones. */
export function filled(answers: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(answers).filter(([, value]) => value !== null && value !== undefined))
}
