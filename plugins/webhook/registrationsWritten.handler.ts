/** Runs at the end of each call that wrote registrations: a new status is an event. */
import { defineHandler, type WrittenRow } from '../../runtime/core/contracts.ts'
import { type HookEvent, tellHooks } from './tellHooks.ts'

/** By status of the registration. */
const EVENTS: Readonly<Record<number, HookEvent>> = { 2: 'registration.submitted', 3: 'registration.rejected', 4: 'registration.approved' }

export default defineHandler<'webhook.registrationsWritten', { rows: WrittenRow[] }>(
  'webhook.registrationsWritten',
  async ({ rows }, context) => {
    const last = new Map<string, HookEvent>()
    for (const { rowId, after } of rows) {
      const event = EVENTS[Number((after as { status?: unknown } | null)?.status)]
      if (event) last.set(rowId, event)
    }
    if (last.size === 0) return
    const found = await context.db
      .selectFrom('signup_registration as r')
      .select(['r.id', 'r.competitionId'])
      .where('r.id', 'in', [...last.keys()])
      .where((is) =>
        is.exists(
          is
            .selectFrom('webhook_endpoint as e')
            .select('e.id')
            .whereRef('e.competitionId', '=', 'r.competitionId')
            .where('e.questionnaireId', 'is', null),
        ),
      )
      .execute()
    for (const { id, competitionId } of found) await tellHooks({ competitionId }, { event: last.get(id)!, subjectId: id }, context)
  },
)
