/** Agreements of a competition in another one: the texts that count last, as drafts. Who takes part accepts what is published there. */
import type { ContentRow, Place } from './parts.ts'

/** Of each purpose the published version that counts. */
export function latestAgreements(rows: readonly ContentRow[]): ContentRow[] {
  const counting = rows.filter(({ publishedAt, endedAt }) => publishedAt !== null && endedAt === null)
  const byNumber = counting.toSorted((one, other) => Number(one.number) - Number(other.number))
  return [...new Map(byNumber.map((row) => [row.purpose, row])).values()]
}

/** The text of the new place. */
export function fitAgreement(row: ContentRow, { competitionId }: Place): ContentRow {
  return { ...row, place: `competition:${competitionId}` }
}
