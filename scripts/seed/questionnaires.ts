/** Questionnaires of the demo: one that is open and answered, one that is over, one that is being made. Answers pass the checks of a submission. */
import { questionnaireAnswers } from '../../plugins/demo/questionnaireAnswers.ts'
import { createRandom, type Random } from '../../plugins/demo/random.ts'
import type { FormDocument, FormField, LocalText } from '../../runtime/core/documents.ts'
import type { ServerDeps } from '../../runtime/server/serverContext.ts'
import type { SeededCompetition } from './competitions.ts'
import { readDemo, scheduled } from './demoData.ts'
import type { SeedScope } from './SeedDatabase.ts'

/** Times are days from now. */
interface DemoQuestionnaire {
  competition: string
  /** Key of the course that it evaluates. */
  course?: string
  template: string
  title: LocalText
  description: LocalText | null
  thanks: LocalText | null
  mode: 'anonymous' | 'named'
  onePerPerson: boolean
  quota: number | null
  state: 'draft' | 'open' | 'closed'
  opensAt: number | null
  closesAt: number | null
  answers: number
  /** Answers that were begun and not submitted. */
  begun: number
  /** Sites that may show it in a frame. */
  frameOrigins?: string[]
  /** Added to the questions of the template: new fields, and keys of its own ones. */
  fields?: Record<string, Partial<FormField>>
  /** Hidden field -> what links brought along; null is none. */
  brought?: Record<string, (string | null)[]>
}
interface Place {
  deps: ServerDeps
  scope: SeedScope
  random: Random
  demo: DemoQuestionnaire
}
const SEED = 20_261_122
const DAY_LENGTH = 10
/** Answers come over this many days. */
const DAYS = 11

/** @param users ids by username */
export async function insertQuestionnaires(
  deps: ServerDeps,
  scope: SeedScope,
  {
    competitions,
    users,
    courses,
  }: { competitions: readonly SeededCompetition[]; users: ReadonlyMap<string, string>; courses: ReadonlyMap<string, string> },
): Promise<void> {
  const random = createRandom(SEED)
  for (const demo of readDemo<DemoQuestionnaire[]>('questionnaires.json')) {
    const competition = competitions.find(({ key }) => key === demo.competition)!
    const place = { deps, scope, random, demo }
    const id = await insertQuestionnaire(place, competition, users.get('organiser') ?? null)
    const courseId = demo.course === undefined ? null : courses.get(demo.course)!
    if (courseId) await scope.db.updateTable('training_course').set({ questionnaireId: id }).where('id', '=', courseId).execute()
    const formVersion = await storeForm(place, id)
    await insertAnswers(place, { id, formVersion, people: await peopleOf(place, competition.id, courseId) })
  }
}

async function insertQuestionnaire({ scope, demo }: Place, competition: SeededCompetition, createdBy: string | null): Promise<string> {
  const { mode, onePerPerson, quota, state, title, description, thanks, answers } = demo
  const at = (days: number | null) => (days === null ? null : scheduled(scope.now, days))
  const values = {
    title: JSON.stringify(title),
    description: description && JSON.stringify(description),
    thanks: thanks && JSON.stringify(thanks),
    frameOrigins: demo.frameOrigins ? JSON.stringify(demo.frameOrigins) : null,
    ...{ mode, onePerPerson, quota, state, createdBy, answerCount: answers },
    opensAt: at(demo.opensAt),
    closesAt: at(demo.closesAt),
    publishedAt: at(demo.opensAt),
    competitionId: competition.id,
    organisationId: competition.organisationId,
  }
  const { db } = scope
  const { id } = await db.insertInto('questionnaire_questionnaire').values(values).returning('id').executeTakeFirstOrThrow()
  await db
    .updateTable('questionnaire_questionnaire')
    .set({ formId: `questionnaire.q${id}` })
    .where('id', '=', id)
    .execute()
  return String(id)
}

/** @returns the hash of the version that is answered; that of the draft when nothing is published */
async function storeForm({ deps, scope, demo }: Place, id: string): Promise<string> {
  const formId = `questionnaire.q${id}`
  const { description: _, ...template } = deps.platform().get('form', demo.template)
  const documentStore = deps.services.documentStore.bind(scope)
  const schema = withFields(template.schema, demo.fields ?? {})
  const content = { ...template, schema, $schema: '../kinds/form.schema.json', id: formId, title: demo.title }
  const draft = await documentStore.saveDraft('form', formId, content)
  return demo.state === 'draft' ? draft.hash : (await documentStore.publish('form', formId)).hash
}

function withFields({ properties, ...schema }: FormDocument['schema'], fields: Record<string, Partial<FormField>>) {
  const changed = Object.entries(fields).map(([name, keys]) => [name, { ...properties[name], ...keys }])
  return { ...schema, properties: { ...properties, ...Object.fromEntries(changed) } }
}

/** Entrants of the competition, or people of the course, answer what is named: of the course those who signed up last. */
async function peopleOf({ scope, demo }: Place, competitionId: string, courseId: string | null): Promise<(string | null)[]> {
  if (demo.mode === 'anonymous') return []
  const count = demo.answers + demo.begun
  const rows = courseId
    ? await scope.db
        .selectFrom('training_enrolment')
        .select('userId')
        .where('courseId', '=', courseId)
        .orderBy('id', 'desc')
        .limit(count)
        .execute()
    : await scope.db
        .selectFrom('signup_registration')
        .select('userId')
        .where('competitionId', '=', competitionId)
        .orderBy('id')
        .limit(count)
        .execute()
  return rows.map(({ userId }) => String(userId))
}

async function insertAnswers(place: Place, { id, formVersion, people }: { id: string; formVersion: string; people: (string | null)[] }) {
  const { deps, scope, random, demo } = place
  const generate = questionnaireAnswers[demo.template]
  const count = demo.answers + demo.begun
  if (!generate || count === 0) return
  const forms = deps.services.forms.bind(scope, null)
  const rows: Record<string, unknown>[] = []
  for (let at = 0; at < count; at++) {
    const { answers } = await forms.submit({ hash: formVersion }, { ...generate(random), ...brought(place) })
    const userId = people[at] ?? null
    const moment = momentOf(place, userId !== null)
    const isSubmitted = at < demo.answers
    rows.push({
      questionnaireId: id,
      userId,
      formVersion,
      holder: userId === null ? (isSubmitted ? null : `draft:demo${at}`) : `user:${userId}`,
      startedAt: moment,
      createdAt: moment,
      updatedAt: moment,
      ...(isSubmitted ? submitted(answers, moment) : begun(answers, random)),
    })
  }
  await scope.db.insertInto('questionnaire_answer').values(rows).execute()
  await insertInvitations(place, id, rows)
}

function brought({ demo, random }: Place): Record<string, string> {
  const picked = Object.entries(demo.brought ?? {}).map(([name, values]) => [name, random.pick(values)] as const)
  return Object.fromEntries(picked.flatMap(([name, value]) => (value === null ? [] : [[name, value]])))
}

function submitted(answers: Record<string, unknown>, submittedAt: string) {
  const lastField = Object.keys(answers).at(-1)
  return { state: 'submitted', values: JSON.stringify(answers), submittedAt, lastField }
}

/** Stopped after one of the fields. */
function begun(answers: Record<string, unknown>, random: Random) {
  const entries = Object.entries(answers)
  const kept = entries.slice(0, random.integer(1, entries.length - 1))
  return { state: 'draft', values: JSON.stringify(Object.fromEntries(kept)), submittedAt: null, lastField: kept.at(-1)?.[0] }
}

/** Of anonymous ones the day only. */
function momentOf({ scope, random, demo }: Place, isNamed: boolean): string {
  const first = demo.opensAt ?? 0
  const at = scheduled(scope.now, first + random.integer(1, DAYS) + (isNamed ? random.next() / 2 : 0))
  return isNamed ? at : `${at.slice(0, DAY_LENGTH)}T12:00:00.000Z`
}

async function insertInvitations({ scope, demo }: Place, questionnaireId: string, rows: readonly Record<string, unknown>[]): Promise<void> {
  if (demo.mode === 'anonymous') return
  const sentAt = scheduled(scope.now, demo.opensAt ?? 0)
  const values = rows.map(({ userId, startedAt, submittedAt }) => ({
    ...{ questionnaireId, userId, sentAt },
    openedAt: startedAt,
    answeredAt: submittedAt,
  }))
  await scope.db.insertInto('questionnaire_invitation').values(values).execute()
}
