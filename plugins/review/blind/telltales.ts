/** Words that identify the authors of works: names of people, schools and teams, phones and addresses, from the registrations and their teams. In blind
 *  rounds experts never read these words, wherever the author wrote them. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { FormDocument } from '../../../runtime/core/documents.ts'
import { masksOf } from '../../../runtime/core/masking/personalFields.ts'
import { tellingTexts } from './hiddenFields.ts'

export interface Hidden {
  hideAuthor: boolean
  hideSchool: boolean
  hideTeam: boolean
}
/** Shorter words are parts of too many other words. */
const SHORTEST = 2

/** @returns registration -> its words, longer ones first; none for a round that hides nothing */
export async function telltalesOf(ids: readonly string[], hidden: Hidden, context: HandlerContext): Promise<Map<string, string[]>> {
  if (ids.length === 0 || !(hidden.hideAuthor || hidden.hideSchool || hidden.hideTeam)) return new Map()
  const [registrations, members] = await Promise.all([readRegistrations(ids, context), readMembers(ids, context)])
  const found = new Map<string, Set<string>>()
  const add = (id: string, ...words: (string | null)[]) => {
    const known = found.get(id) ?? new Set()
    for (const word of words) if (word !== null && word.trim().length >= SHORTEST) known.add(word.trim())
    found.set(id, known)
  }
  for (const { id, displayName, school, isTeam, name, nickname, phone, email, formHash, answers } of registrations) {
    if (hidden.hideSchool) add(id, school)
    if (isTeam ? hidden.hideTeam : hidden.hideAuthor) add(id, displayName)
    if (!hidden.hideAuthor) continue
    add(id, name, nickname, phone, email, ...(await textsOf(formHash, answers, context)))
  }
  if (hidden.hideAuthor)
    for (const { registrationId, name, accountName, formHash, answers } of members)
      add(registrationId, name, accountName, ...(formHash ? await textsOf(formHash, answers, context) : []))
  return new Map([...found].map(([id, words]) => [id, [...words].toSorted((one, other) => other.length - one.length)]))
}

function readRegistrations(ids: readonly string[], { db }: HandlerContext) {
  return db
    .selectFrom('signup_registration as r')
    .innerJoin('account_user as u', 'u.id', 'r.userId')
    .select(['r.id', 'r.displayName', 'r.school', 'r.isTeam', 'r.formHash', 'r.answers', 'u.name', 'u.nickname', 'u.phone', 'u.email'])
    .where('r.id', 'in', [...new Set(ids)])
    .execute()
}

function readMembers(ids: readonly string[], { db }: HandlerContext) {
  return db
    .selectFrom('team_member as m')
    .leftJoin('account_user as u', 'u.id', 'm.userId')
    .select(['m.registrationId', 'm.name', 'm.formHash', 'm.answers', 'u.name as accountName'])
    .where('m.registrationId', 'in', [...new Set(ids)])
    .execute()
}

/** Uses the whole form: fields that the asker may not read identify authors too. */
async function textsOf(hash: string, answers: unknown, { documents, platform }: HandlerContext): Promise<string[]> {
  const form = (await documents.store.byHash(hash))?.content as FormDocument | undefined
  return form ? tellingTexts(form, (answers ?? {}) as Record<string, unknown>, masksOf(platform)) : []
}
