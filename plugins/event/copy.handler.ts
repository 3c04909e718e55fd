/** Copies an event within its competition: without sign-ups, at the end, and closed until the organiser opens it. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import type { CompetitionEventRow } from '../generated/entities.ts'
import { nextPosition } from './nextPosition.ts'

const JSON_FIELDS = ['title', 'summary', 'introduction'] as const

export default defineHandler<{ id: string }>('event.copy', async ({ id }, context) => {
  const { db, record } = context
  await context.call('event.managed', { id })
  const row = await db.selectFrom('competition_event').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const { id: _id, createdAt: _createdAt, updatedAt: _updatedAt, ...facts } = row as CompetitionEventRow
  const title: LocalText = { zh: `${facts.title.zh}（副本）`, en: `${facts.title.en} (copy)` }
  const copy = { ...facts, title, taken: 0, paused: true, position: await nextPosition(String(facts.competitionId), context) }
  const texts = Object.fromEntries(JSON_FIELDS.map((name) => [name, copy[name] === null ? null : JSON.stringify(copy[name])]))
  const { id: copyId } = await db
    .insertInto('competition_event')
    .values({ ...copy, ...texts })
    .returning('id')
    .executeTakeFirstOrThrow()
  await record({ entity: 'competition.event', rowId: copyId, before: null, after: copy })
  return { id: String(copyId) }
})
