/** What is known already for the questions of a form: each says by `x-fill` what of the person it asks for. Of several spellings of one fact the first that
 *  the rules of the question take is used; what fits none stays empty. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { knownFacts } from '../profile/knownFacts.ts'

type Answers = Record<string, unknown>

export default defineHandler('signup.known', async ({ formHash }, context) => {
  const { form } = await context.documents.forms.screen({ hash: formHash })
  const asked = Object.entries(form.schema.properties).flatMap(([name, field]) =>
    typeof field['x-fill'] === 'string' ? [[name, field['x-fill']] as const] : [],
  )
  if (asked.length === 0) return { answers: {}, names: [] }
  const facts = await knownFacts(context)
  const last = await lastAnswers(context)
  const spellings = new Map(asked.map(([name, fact]) => [name, [...(facts[fact] ?? []), ...(name in last ? [last[name]] : [])]]))
  const answers = await firstThatFit(formHash, spellings, context)
  return { answers, names: Object.keys(answers) }
})

async function firstThatFit(hash: string, spellings: Map<string, unknown[]>, { documents }: HandlerContext): Promise<Answers> {
  let fitting: Answers = {}
  const max = Math.max(0, ...[...spellings.values()].map(({ length }) => length))
  for (let turn = 0; turn < max; turn += 1) {
    const open = [...spellings].filter(([name, all]) => !(name in fitting) && all[turn] !== undefined)
    const given = { ...fitting, ...Object.fromEntries(open.map(([name, all]) => [name, all[turn]])) }
    fitting = (await documents.forms.prefill({ hash }, given, 'x-fill')).answers
  }
  return fitting
}

/** Their own answers of the last sign-up. */
async function lastAnswers({ db, session }: HandlerContext): Promise<Answers> {
  const row = await db
    .selectFrom('signup_registration')
    .select('answers')
    .where('userId', '=', session.userId)
    .where('submittedAt', 'is not', null)
    .where('enteredBy', 'is', null)
    .orderBy('submittedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return (row?.answers ?? {}) as Answers
}
