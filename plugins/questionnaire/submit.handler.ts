/** Stores an answer. One transaction takes the place (the check of the count in the table is the limit), uses up the one-time key or the person's only
 *  answer (a unique key), and stores. An anonymous answer is a row of its own that nothing refers to: no account, no log entry, a random id, the day only;
 *  its draft is deleted. */
import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { type ChangeLog, defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { tellHooks } from '../webhook/tellHooks.ts'
import { assertKnown, assertLink, assertOpen, dayOf, holderOf, ownAnswer } from './answering.ts'
import type { Link } from './links.ts'
import { ENTITY, type Questionnaire } from './questionnaire.ts'
import { type StoredScore, shownScore } from './shownScore.ts'

interface Input {
  id: string
  token: string
  /** Random name of the browser's draft, if there is one. */
  key?: string
  answers: Record<string, unknown>
}
interface Accepted extends StoredScore {
  formVersion: string
  values: Record<string, unknown>
}

export default defineHandler('questionnaire.submit', async (input, context) => {
  const link = await assertLink(input, context)
  const { questionnaire } = link
  const earlier = questionnaire.onePerPerson ? await ownAnswer(link, context) : null
  if (earlier) return change(link, earlier, input, context)
  assertOpen(questionnaire, context)
  assertKnown(link, context)
  const accepted = await accept(questionnaire, input, context)
  await takePlace(questionnaire.id, context)
  await context.documents.forms.movePlaces({ hash: accepted.formVersion }, null, accepted.values)
  await (questionnaire.mode === 'named' ? storeNamed : storeAnonymous)(link, accepted, input.key ?? '', context)
  return { score: await shownScore(questionnaire, accepted, context) }
})

/** @throws FORM_INVALID, with the hash of the version that counts now */
async function accept(
  { formId }: Questionnaire,
  { answers }: Input,
  { documents }: HandlerContext,
  previous?: Record<string, unknown>,
): Promise<Accepted> {
  const accepted = await documents.forms.submit({ id: formId ?? '' }, answers, undefined, previous)
  const score = await documents.forms.score({ hash: accepted.hash }, accepted.answers)
  return {
    formVersion: accepted.hash,
    values: accepted.answers,
    score: score?.total ?? null,
    maximum: score?.maximum ?? null,
    passed: score?.passed ?? null,
  }
}

/** Holds the row until the end of the transaction. @throws QUESTIONNAIRE_FULL by the table's check */
async function takePlace(id: string, context: HandlerContext): Promise<void> {
  const taken = await context.rows.count(ENTITY, { id, removedAt: null, state: 'open' }, { answerCount: 1 })
  if (!taken) context.fail('QUESTIONNAIRE_CLOSED')
}

async function storeNamed(link: Link, accepted: Accepted, key: string, context: HandlerContext): Promise<void> {
  const { rows, now } = context
  const { questionnaire, userId } = link
  const at = now.toISOString()
  const holder = holderOf(link, key)
  const stored = { ...accepted, state: 'submitted' as const, submittedAt: at, holder: questionnaire.onePerPerson ? holder : null }
  const changeLog = changeLogOf(link, context)
  const draft = { questionnaireId: questionnaire.id, holder, state: 'draft' as const }
  const [begun] = await rows.saveWhere('questionnaire.answer', draft, stored, changeLog)
  const id =
    begun ?? (await rows.create('questionnaire.answer', { questionnaireId: questionnaire.id, userId, startedAt: at, ...stored }, changeLog))
  const invitation = { questionnaireId: questionnaire.id, userId: userId!, answeredAt: null }
  await rows.saveWhere('questionnaire.invitation', { ...invitation, openedAt: null }, { openedAt: at })
  await rows.saveWhere('questionnaire.invitation', invitation, { answeredAt: at })
  await tellHooks({ questionnaireId: questionnaire.id }, { event: 'response.submitted', subjectId: id }, context)
}

async function storeAnonymous(
  link: Link,
  { formVersion, values, score, maximum, passed }: Accepted,
  key: string,
  context: HandlerContext,
): Promise<void> {
  const { rows, fail } = context
  const { questionnaire, keyHash } = link
  if (keyHash !== null) {
    const [spent] = await rows.removeWhere('questionnaire.key', { questionnaireId: questionnaire.id, hash: keyHash })
    if (spent === undefined) fail('ALREADY_ANSWERED')
  }
  const at = dayOf(context)
  const id = randomInt(LEAST_RANDOM_ID, MAX_RANDOM_ID)
  await rows.bulk('questionnaire.answer', 'an entry would tell when an anonymous person was here', async (db) => {
    const begun = await db
      .deleteFrom('questionnaire_answer')
      .where('questionnaireId', '=', questionnaire.id)
      .where('holder', '=', holderOf(link, key))
      .where('state', '=', 'draft')
      .returning('startedAt')
      .executeTakeFirst()
    await sql`
    INSERT INTO questionnaire_answer (id, "questionnaireId", "formVersion", "values", score, maximum, passed, state, "startedAt", "submittedAt", "createdAt", "updatedAt")
    OVERRIDING SYSTEM VALUE
    VALUES (${id}, ${questionnaire.id}, ${formVersion}, ${values}::jsonb, ${score}, ${maximum}, ${passed}, 'submitted', ${begun?.startedAt ?? at}, ${at}, ${at}, ${at})`.execute(
      db,
    )
  })
}
// far above the numbers that rows are counted with
const LEAST_RANDOM_ID = 10 ** 12
const MAX_RANDOM_ID = LEAST_RANDOM_ID + 2 ** 47

/** A named person changes the only answer, as long as the questionnaire takes answers. */
async function change(
  link: Link,
  earlier: NonNullable<Awaited<ReturnType<typeof ownAnswer>>>,
  input: Input,
  context: HandlerContext,
): Promise<{ score: null }> {
  const { questionnaire } = link
  if (questionnaire.afterwards !== 'change') return context.fail('ALREADY_ANSWERED')
  // a place is held already: a full one can still be changed
  assertOpen({ ...questionnaire, quota: null }, context)
  const accepted = await accept(questionnaire, input, context, earlier.values)
  // versions of one form share the places of their options
  await context.documents.forms.movePlaces({ hash: accepted.formVersion }, earlier.values, accepted.values)
  await context.rows.save('questionnaire.answer', earlier, accepted, changeLogOf(link, context))
  return { score: null }
}

/** Whose the entries about an answer are, and who acts: a link tells it too. */
function changeLogOf({ questionnaire, userId }: Link, { session }: HandlerContext): ChangeLog {
  const { organisationId, competitionId } = questionnaire
  const actor = session.userId === null && userId !== null ? { actorId: userId } : {}
  return { of: { organisationId, competitionId }, ...actor }
}
