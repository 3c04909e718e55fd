/** Messages about an approval: names in both languages for the templates, and the deadline in words. */
import type { HandlerContext, TemplateName } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import { wordsFor } from '../../runtime/core/knownNames.ts'
import { joinTitles } from './joinTitles.ts'
import { partTitle } from './subject.ts'
import { momentText } from './valueText.ts'

export interface ApprovalFacts {
  competitionId?: string
  /** Of a ranking: its title goes along. */
  listId?: string | null
  /** Certificates: the title of their series goes along. */
  batchId?: string | null
  /** A report: its kind and year go along. */
  summaryId?: string | null
  organisationId?: string
  reason?: string | null
  deadline?: string
  /** Names of fields. */
  fields?: LocalText
}

/** People are not notified of their own actions. */
export async function tell(
  context: HandlerContext,
  template: TemplateName,
  people: readonly { id: string }[],
  facts: ApprovalFacts,
): Promise<void> {
  if (people.length === 0) return
  const variables = wordsFor(template, await variablesOf(facts, context), context.platform)
  for (const { id } of people) if (id !== context.session.userId) await context.messages.send(template, { userId: id }, variables)
}

async function variablesOf(facts: ApprovalFacts, context: HandlerContext): Promise<Record<string, string>> {
  const { tables, platform } = context
  const nameOf = async (table: string, column: string, id: string | null | undefined): Promise<LocalText> => {
    const row = id ? await tables.selectFrom(table).select(`${column} as name`).where('id', '=', id).executeTakeFirst() : undefined
    return (row?.name as LocalText | undefined) ?? { zh: '', en: '' }
  }
  const competition = await nameOf('competition_competition', 'title', facts.competitionId)
  const part = await partTitle(facts, context)
  const title = part ? joinTitles(competition, part) : competition
  const organisation = await nameOf('organisation_organisation', 'name', facts.organisationId)
  return {
    title: title.zh,
    titleEn: title.en || title.zh,
    organisation: organisation.zh,
    organisationEn: organisation.en || organisation.zh,
    reason: facts.reason ?? '',
    fields: facts.fields?.zh ?? '',
    fieldsEn: facts.fields?.en ?? '',
    deadline: facts.deadline ? momentText(facts.deadline, platform, 'zh') : '',
    deadlineEn: facts.deadline ? momentText(facts.deadline, platform, 'en') : '',
  }
}
