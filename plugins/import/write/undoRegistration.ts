/** Withdraws a registration that an import made, or gives back what it corrected. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { inBothLanguages } from '../../../runtime/core/inBothLanguages.ts'
import { signupStatus } from '../../generated/enums.ts'
import type { Row } from '../../generated/tables.ts'
import type { Left } from './undoRows.handler.ts'
import type { WaitingRow } from './waitingRows.ts'

export async function undoRegistration(
  { registrationId, state, mark, before }: WaitingRow<'registrations'>,
  context: HandlerContext,
): Promise<Left> {
  if (registrationId === null) return 'gone'
  await context.lock('registration', registrationId)
  const registration = await context.rows.find('signup.registration', { id: registrationId }, { lock: true })
  if (!registration) return 'gone'
  if (registration.updatedAt !== mark) return 'changed'
  if (state === 'merged') return giveBack(registration, before!, context)
  if (registration.status !== signupStatus.underReview) return 'changed'
  if (await isUsed(registrationId, context)) return 'used'
  await context.rows.transition('signup.review', 'withdraw', registrationId, { reason: inBothLanguages(context.text('import.undo')) })
  await context.rows.remove('signup.registration', registration)
  await tell(registration, context)
  return null
}

type Registration = Row<'signup_registration'>

async function giveBack(
  registration: Registration,
  kept: NonNullable<WaitingRow<'registrations'>['before']>,
  context: HandlerContext,
): Promise<null> {
  await context.documents.forms.movePlaces({ hash: registration.formHash }, registration.answers, kept.answers)
  await context.rows.save('signup.registration', registration, kept)
  return null
}

/** An order, a work or a certificate names it, and keeps it. */
async function isUsed(id: string, { db }: HandlerContext): Promise<boolean> {
  const found = await db
    .selectNoFrom((make) => [
      make
        .or([
          make.exists(make.selectFrom('pay_order').select('id').where('registrationId', '=', id)),
          make.exists(make.selectFrom('work_work').select('id').where('registrationId', '=', id)),
          make.exists(make.selectFrom('certificate_certificate').select('id').where('registrationId', '=', id)),
          make.exists(make.selectFrom('ranking_award').select('id').where('registrationId', '=', id)),
        ])
        .as('used'),
    ])
    .executeTakeFirstOrThrow()
  return Boolean(found.used)
}

async function tell({ userId, displayName, competitionId }: Registration, context: HandlerContext): Promise<void> {
  const { title } = await context.rows.get('competition.competition', competitionId)
  const words = { competition: title.zh || title.en, competitionEn: title.en || title.zh }
  await context.messages.send('signup.withdrawn', { userId }, { name: displayName, ...words })
}
