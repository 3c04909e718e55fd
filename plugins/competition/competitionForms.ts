/** The forms of a competition as stored documents, one for each purpose: which column names it, what a new one begins as, who designs it, and where
 *  its answers lie. A new purpose is a column, a line in `FORMS` and its code in the calls. */
import type { AnswerPlace, HandlerContext } from '../../runtime/core/contracts.ts'
import type { FormDocument, FormField, LocalText } from '../../runtime/core/documents.ts'
import type { DocumentFailure } from '../../runtime/core/platform.ts'
import type { FormPlace } from '../studio/designedForm.ts'
import { fixedFieldFailures } from '../work/fixedFields.ts'
import { type Competition, changeCompetition, lockCompetition, readCompetition } from './competition.ts'
import { memberNameFailures, type NamingFields, signupNameFailures } from './fixedNames.ts'

export type FormPurpose = 'signup' | 'member' | 'work'
type FormColumn = 'formId' | 'memberFormId' | 'workFormId'

interface CompetitionForm {
  column: FormColumn
  /** Form document that a new one begins as. */
  starter: string
  /** Name of the form of one competition. */
  name(competitionId: string): string
  /** Call that answers (input `id`) those who may design it. */
  may: string
  answers(form: { id: string; competitionId: string }, context: HandlerContext): AnswerPlace[] | Promise<AnswerPlace[]>
  /** What keeps a form from serving the purpose, beside what keeps any form from being published. */
  failures(form: FormDocument, competition: NamingFields): DocumentFailure[]
}

/** Statuses of registrations that were handed in; before that nobody has answered. */
const HANDED_IN = [2, 3, 4, 5, 6, 7]

export const FORMS: Readonly<Record<FormPurpose, CompetitionForm>> = {
  signup: {
    column: 'formId',
    starter: 'competition.starter',
    name: (competitionId) => `signup.c${competitionId}`,
    may: 'competition.maySetSignup',
    answers: async (form, context) => [
      {
        entity: 'signup.registration',
        hash: 'formHash',
        answers: 'answers',
        where: [
          { field: 'competitionId', in: await usersOf(form, context) },
          { field: 'status', in: HANDED_IN },
        ],
      },
    ],
    failures: signupNameFailures,
  },
  member: {
    column: 'memberFormId',
    starter: 'team.starter',
    name: (competitionId) => `team.c${competitionId}`,
    may: 'competition.maySetSignup',
    answers: ({ competitionId }) => [
      {
        entity: 'team.member',
        hash: 'formHash',
        answers: 'answers',
        where: [
          { field: 'competitionId', in: [competitionId] },
          { field: 'state', in: ['active'] },
        ],
      },
    ],
    failures: memberNameFailures,
  },
  work: {
    column: 'workFormId',
    starter: 'work.starter',
    name: (competitionId) => `work.c${competitionId}`,
    may: 'competition.maySetWorks',
    answers: ({ competitionId }) => [
      { entity: 'work.work', hash: 'formHash', answers: 'answers', where: [{ field: 'competitionId', in: [competitionId] }] },
    ],
    failures: fixedFieldFailures,
  },
}

export interface FormQuestion {
  competitionId: string
  /** Default: the sign-up form. */
  purpose?: FormPurpose
}

export function formFor({ purpose = 'signup' }: Pick<FormQuestion, 'purpose'>): CompetitionForm {
  return FORMS[purpose]
}

/** @throws NOT_FOUND, PERMISSION_DENIED when the form is not the person's to design */
export async function designedPlace(question: FormQuestion, context: HandlerContext): Promise<FormPlace> {
  await context.call(formFor(question).may, { id: question.competitionId })
  return placeOf(await readCompetition(context, question.competitionId), formFor(question))
}

/** Id of the form that a competition has for a purpose. @throws NOT_FOUND while it has none */
export async function ownForm(question: FormQuestion, context: HandlerContext): Promise<string> {
  const { formId } = await designedPlace(question, context)
  return formId ?? context.fail('NOT_FOUND', { entity: 'platform.document', id: question.competitionId })
}

/** As `designedPlace`, to be written: `keep` remembers the form in the competition once it is stored, `failures` tells what keeps it from its purpose. */
export async function lockedPlace(
  question: FormQuestion,
  context: HandlerContext,
): Promise<{ place: FormPlace; keep(formId: string): Promise<void>; failures(form: FormDocument): DocumentFailure[] }> {
  const form = formFor(question)
  await context.call(form.may, { id: question.competitionId })
  const row = await lockCompetition(context, question.competitionId)
  return {
    place: placeOf(row, form),
    keep: async (formId) => {
      if (row[form.column] === null) await changeCompetition(context, row, { [form.column]: formId })
    },
    failures: (content) => form.failures(content, row),
  }
}

function placeOf(row: Pick<Competition, 'id' | FormColumn>, { column, name }: CompetitionForm): FormPlace {
  return { formId: row[column], name: name(row.id) }
}

/** The competition, and the others that use its form for an event. */
async function usersOf({ id, competitionId }: { id: string; competitionId: string }, { db }: HandlerContext): Promise<string[]> {
  const own = db.selectFrom('competition_competition').select('id').where('formId', '=', id)
  const events = db.selectFrom('competition_event').select('competitionId as id').where('formId', '=', id)
  const rows = await own.union(events).execute()
  return [...new Set([competitionId, ...rows.map((row) => String(row.id))])]
}

/** `names`: what may name a registration; `rows`: repeat groups, which may name people. */
export type FieldKind = 'names' | 'rows'

/** Fields of a form by name and title. */
export function fieldsOf(form: FormDocument | undefined, kind: FieldKind, lang: 'zh' | 'en'): { value: string; label: string }[] {
  const isOf: Record<FieldKind, (field: FormField) => boolean> = {
    names: ({ type }) => type === 'string' || type === 'array',
    rows: ({ type, items }) => type === 'array' && items?.type === 'object',
  }
  const fields = Object.entries(form?.schema.properties ?? {}).filter(([, field]) => isOf[kind](field))
  return fields.map(([value, { title }]) => ({ value, label: (title as LocalText | undefined)?.[lang] ?? value }))
}
