/** Works of registrations as the public sees them: of the answers only those that the competition names, and of these only what the reader may read
 *  of the form. Where works come from is known here alone. */
import { type SelectQueryBuilder, sql } from 'kysely'
import type { HandlerContext, StoredFile } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import { signupStatus } from '../generated/enums.ts'

export interface WorkFacts {
  id: string
  competitionId: string
  title: string
  summary: string | null
  cover: StoredFile | null
  /** Of whom it is. */
  name: string
  school: string | null
  event: LocalText
}
export type PublicFile = Omit<StoredFile, 'ownerId'>

/** Names of the fields of the sign-up form that hold the parts of a work. */
export interface WorkFields {
  workTitle: string
  workSummary: string | null
  workCover: string | null
  workFiles: string | null
}
export interface WorkRow {
  id: string
  competitionId: string
  formHash: string
  answers: Record<string, unknown>
  name: string
  school: string | null
  event: LocalText
}

/** Null where the organiser shows no works. @throws NOT_FOUND when the asker may not see the competition */
export async function workFields(competitionId: string, context: HandlerContext): Promise<WorkFields | null> {
  await context.call('competition.detail', { id: competitionId })
  const row = await context.db
    .selectFrom('competition_competition')
    .select(['worksPublic', 'workTitle', 'workSummary', 'workCover', 'workFiles'])
    .where('id', '=', competitionId)
    .executeTakeFirstOrThrow()
  return row.worksPublic && row.workTitle ? (row as WorkFields) : null
}

/** Approved registrations that have a work. */
// biome-ignore lint/suspicious/noExplicitAny: the tables are declared in JSON
export function worksQuery({ db }: HandlerContext, { workTitle }: WorkFields): SelectQueryBuilder<any, any, any> {
  return db
    .selectFrom('signup_registration as r')
    .innerJoin('competition_event as e', 'e.id', 'r.eventId')
    .where('r.status', '=', signupStatus.registered)
    .where(sql<boolean>`coalesce(r.answers ->> ${workTitle}, '') <> ''`)
}

export const WORK_COLUMNS = [
  'r.id',
  'r.competitionId',
  'r.formHash',
  'r.answers',
  'r.displayName as name',
  'r.school',
  'e.title as event',
] as const

/** The parts of a work; null when the reader may not read its title. */
export async function describeWork(
  row: WorkRow,
  fields: WorkFields,
  { forms }: HandlerContext,
): Promise<(WorkFacts & { files: PublicFile[] }) | null> {
  const answers = await forms.read(row.formHash, row.answers)
  const answer = (field: string | null) => (field === null ? null : (answers[field] ?? null))
  const title = textOf(answer(fields.workTitle))
  if (title === null) return null
  const { id, competitionId, name, school, event } = row
  const cover = filesOf(answer(fields.workCover))[0] ?? null
  const files = filesOf(answer(fields.workFiles))
  return {
    id,
    competitionId,
    title,
    summary: textOf(answer(fields.workSummary)),
    cover: cover as StoredFile | null,
    name,
    school,
    event,
    files,
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

function filesOf(value: unknown): PublicFile[] {
  const list = (Array.isArray(value) ? value : [value]).filter((file): file is StoredFile => typeof file === 'object' && file !== null)
  return list
    .filter(({ id }) => typeof id === 'string')
    .map(({ id, name, size, type, width, height }) => ({ id, name, size, type, width, height }))
}
