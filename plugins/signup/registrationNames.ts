/** Name of a registration in lists: the name and the school that its form asks for. The competition says which fields hold them. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { CompetitionFacts } from '../competition/competitionFacts.ts'

const MAX_NAME_CHARACTERS = 200

/** `displayName` falls back to the account's name; `school` is null when the form does not ask for one. A school picked from the list is stored
 *  by its name, because the list may change later. */
export async function registrationNames(
  competition: Pick<CompetitionFacts, 'nameField' | 'schoolField'>,
  answers: Record<string, unknown>,
  context: Pick<HandlerContext, 'db' | 'lang' | 'session'>,
): Promise<{ displayName: string; school: string | null }> {
  const name = competition.nameField ? answers[competition.nameField] : null
  const school = competition.schoolField ? answers[competition.schoolField] : null
  return {
    displayName: short(typeof name === 'string' && name.trim() ? name.trim() : (context.session.name ?? '')),
    school: await schoolName(school, context),
  }
}

async function schoolName(value: unknown, { db, lang }: Pick<HandlerContext, 'db' | 'lang'>): Promise<string | null> {
  const code = Array.isArray(value) ? value.at(-1) : value
  if (typeof code !== 'string' || code === '') return null
  const row = await db.selectFrom('organisation_school').select('name').where('code', '=', code).executeTakeFirst()
  return short(row ? row.name[lang] : code)
}

function short(text: string): string {
  return [...text].slice(0, MAX_NAME_CHARACTERS).join('')
}
