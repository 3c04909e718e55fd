/** Rows of a sheet -> registrations, entered by the organiser or corrected. The answers are checked again: the form may have changed since the check. */
import { sql } from 'kysely'
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { chosenEvent } from '../../signup/chosenEvent.ts'
import { type Entry, enterRegistrations, lockEntries, marksOf } from '../../signup/enterRegistration.ts'
import { type EntryPlace, entryPlace } from '../../signup/entryPlace.ts'
import { registrationNames } from '../../signup/registrationNames.ts'
import type { Batch } from '../batch.ts'
import { rowsIn, type WaitingRow } from './waitingRows.ts'

/** @param numbers  of the rows @throws what a sign-up is refused with */
export async function writeRegistrations(batch: Batch, numbers: readonly number[], context: HandlerContext): Promise<void> {
  await context.lock('import', batch.id)
  const rows = await rowsIn<'registrations'>(batch.id, 'sound', numbers.length, context, numbers)
  const place = await entryPlace(batch.competitionId!, batch.eventId, context)
  if (place.formHash !== batch.formHash) return context.fail('FORM_CHANGED', { hash: place.formHash })
  const merged = rows.flatMap(({ registrationId }) => registrationId ?? [])
  for (const id of merged.toSorted((one, other) => Number(one) - Number(other))) await context.lock('registration', id)
  await lockEntries(
    batch.competitionId!,
    rows.flatMap(({ registrationId, address }) => (registrationId === null && address !== null ? [address] : [])),
    context,
  )
  await enter(
    place,
    rows.filter(({ registrationId }) => registrationId === null),
    context,
  )
  for (const row of rows) if (row.registrationId !== null) await merge(place, row, row.registrationId, context)
}

async function enter(place: EntryPlace, rows: readonly WaitingRow<'registrations'>[], context: HandlerContext): Promise<void> {
  const facts = chosenEvent(place.competition.id, place.event)
  const entries: Entry[] = []
  for (const { address, answers } of rows)
    entries.push({ address: address!, answers: (await context.documents.forms.submit({ hash: place.formHash }, answers, facts)).answers })
  const entered = await enterRegistrations(place, entries, context)
  const marks = await marksOf(
    entered.map(({ id }) => id),
    context,
  )
  const values = entered.map(({ id, userId }, at) => ({ id: rows[at]!.id, registrationId: id, userId, mark: marks.get(id) }))
  await context.rows.bulk('import.row', 'a copy of the sheet, which has no entries', (db) =>
    sql`UPDATE import_row r SET state = 'written', "registrationId" = v."registrationId", "userId" = v."userId", mark = v.mark
      FROM jsonb_to_recordset(${JSON.stringify(values)}::jsonb) AS v(id bigint, "registrationId" bigint, "userId" bigint, mark text)
      WHERE r.id = v.id`.execute(db),
  )
}

/** The form version of a registration stays; its places of options move. */
async function merge(place: EntryPlace, row: WaitingRow<'registrations'>, id: string, context: HandlerContext): Promise<void> {
  const before = await context.rows.get('signup.registration', id, { lock: true })
  const stored = before.answers as Record<string, unknown>
  const facts = chosenEvent(before.competitionId, place.event)
  const { answers } = await context.documents.forms.submit({ hash: before.formHash }, row.answers, facts, stored)
  await context.documents.forms.movePlaces({ hash: before.formHash }, stored, answers)
  const names = await registrationNames(place.competition, answers, {
    ...context,
    session: { ...context.session, name: before.displayName },
  })
  await context.rows.save('signup.registration', before, { answers, ...names })
  const kept = { answers: stored, displayName: before.displayName, school: before.school }
  await context.rows.save('import.row', row, { state: 'merged', before: kept, mark: (await marksOf([id], context)).get(id) ?? null })
}
