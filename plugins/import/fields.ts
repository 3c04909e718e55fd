/** The fields that a sheet of one kind can fill: of the sign-up form that is published for an event, or of a line of a ranking. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { FormDocument, LocalText } from '../../runtime/core/documents.ts'
import { importType } from '../generated/enums.ts'
import { entryPlace } from '../signup/entryPlace.ts'
import { formTargets, type Target, type Targets } from './columns/targets.ts'

/** Keys of what is no field of a form. */
export const ACCOUNT = '@account'
export const REGISTRATION = '@registration'

export interface SheetOrder {
  /** Null: of awards that a school reports. */
  competitionId: string | null
  type: number
  eventId?: string | null
}

/** @throws as `entryPlace` */
export async function fieldsOf(
  { competitionId, type, eventId }: SheetOrder,
  context: HandlerContext,
): Promise<Targets & { formHash: string | null }> {
  if (type === importType.awards) return awardFields(context)
  const isResults = type === importType.results
  const formHash = isResults ? null : (await entryPlace(competitionId!, eventId, context)).formHash
  const { form } = await context.documents.forms.screen(formHash === null ? { id: 'ranking.award' } : { hash: formHash })
  const targets = formTargets(form, (group, number, field) => numbered(group, number, field, context))
  const first = isResults
    ? special(REGISTRATION, context.text('import.registrationNo'), false)
    : special(ACCOUNT, context.text('import.account'), contactFields(form).length === 0)
  return { ...targets, list: [first, ...targets.list], formHash }
}

/** Proof is added to each draft afterwards. */
async function awardFields(context: HandlerContext): Promise<Targets & { formHash: null }> {
  const { form } = await context.documents.forms.screen({ id: 'data.award' })
  return { ...formTargets(form, (group, number, field) => numbered(group, number, field, context)), formHash: null }
}

/** Names of the questions that hold a phone number or an email. */
export function contactFields({ schema }: FormDocument): string[] {
  const asks = (rule: 'phone' | 'email') =>
    Object.entries(schema.properties ?? {}).filter(([name, field]) => field[rule] !== undefined || field.format === rule || name === rule)
  return [...asks('phone'), ...asks('email')].map(([name]) => name)
}

function special(key: string, title: LocalText, required: boolean): Target {
  return { key, title, kind: 'text', required, field: { type: 'string' }, options: null }
}

function numbered(group: LocalText, number: number, field: LocalText, { text }: HandlerContext): LocalText {
  const { zh } = text('import.numbered', { group: group.zh, number, field: field.zh })
  const { en } = text('import.numbered', { group: group.en, number, field: field.en })
  return { zh, en }
}
