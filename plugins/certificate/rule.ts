/** Who gets a certificate, as an organiser says it. Stored with the batch. */
import type { CertificateRole, CertificateSource, RankingPrize, TeamRole } from '../generated/enums.ts'

export interface CertificateRule {
  source: CertificateSource
  /** Registrations of one event. */
  eventId?: string | null
  /** Default: approved ones. */
  statuses?: readonly number[]
  /** Of the published ranking. */
  listId?: string | null
  /** People who attended enough sessions of the course, and asked for a certificate. */
  courseId?: string | null
  /** Lines with these awards; without: all. */
  prizes?: readonly RankingPrize[]
  /** One for each member of a team, instead of one for the team. */
  perPerson?: boolean
  /** With perPerson: members in these roles; default: those who compete. */
  roles?: readonly TeamRole[]
  /** Of a list of names. */
  role?: CertificateRole
  /** A line each: name, school, award in Chinese, award in English; tabs or commas between. */
  names?: string
  /** Also for those who have one of the series. */
  again?: boolean
}
