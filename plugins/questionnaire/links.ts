/** Links to a questionnaire: `/admin/collection/<id>/<token>`, and `/q/<code>` for the general one. The token is signed for this questionnaire and says who it is for: everyone (by the number
 *  of the general link, so that it can be replaced), one person (an invitation), or anyone who holds a one-time key (anonymous ones). */
import { createHash } from 'node:crypto'
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { type Questionnaire, TABLE } from './questionnaire.ts'

type Signer = Pick<HandlerContext, 'people'>

export interface Link {
  questionnaire: Questionnaire
  kind: 'general' | 'person' | 'key'
  /** Whose answer it will be; null: no one's, or no one is signed in. */
  userId: string | null
  invitationId: string | null
  /** The invitation names someone, and someone else is signed in. */
  isForeign?: boolean
  /** Hash of the one-time key. */
  keyHash: string | null
}

const purposeOf = (id: string) => `questionnaire:${id}`

/** Path of a link on this site. */
export function pathOf(id: string, token: string): string {
  return `/admin/collection/${id}/${token}`
}

/** Path of the general link, short enough for a poster. */
export async function shortPathOf(questionnaire: Pick<Questionnaire, 'id' | 'link'>, signer: Signer): Promise<string> {
  return `/q/${await codeOf(questionnaire, signer)}`
}

// no letters or digits that look alike
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const LETTERS_OF_CODE = 8

/** Its number and letters that follow from the number of the general link: a replaced link has other letters, and no one can guess them. */
async function codeOf({ id, link }: Pick<Questionnaire, 'id' | 'link'>, { people }: Signer): Promise<string> {
  const bytes = Buffer.from(await people.signed.derive('questionnaire.code', `${id}:${link}`), 'base64url').subarray(0, LETTERS_OF_CODE)
  return `${BigInt(id).toString(36)}-${[...bytes].map((byte) => LETTERS[byte % LETTERS.length]).join('')}`
}

/** The questionnaire whose general link has this code; null for none. */
export async function findByCode(code: string, { db, people }: HandlerContext): Promise<Questionnaire | null> {
  const number = /^([0-9a-z]{1,11})-[a-z0-9]{8}$/.exec(code)?.[1]
  if (number === undefined) return null
  const id = String(Number.parseInt(number, 36))
  const row = await db.selectFrom(TABLE).selectAll().where('id', '=', id).where('removedAt', 'is', null).executeTakeFirst()
  const questionnaire = row as Questionnaire | undefined
  return questionnaire && code === (await codeOf(questionnaire, { people })) ? questionnaire : null
}

/** Signed token of the general link. */
export function generalToken({ id, link }: Pick<Questionnaire, 'id' | 'link'>, { people }: Signer): Promise<string> {
  return people.signed.sign(purposeOf(id), `g${link}`)
}

/** Of one person: an invitation that names them, or their one-time key, which names no one. */
export async function personalToken(
  questionnaire: Pick<Questionnaire, 'id' | 'mode' | 'onePerPerson' | 'link'>,
  invitation: { id: string; userId: string },
  { people }: Signer,
): Promise<string> {
  const { id } = questionnaire
  if (questionnaire.mode === 'named') return people.signed.sign(purposeOf(id), `p${invitation.id}`)
  if (!questionnaire.onePerPerson) return generalToken(questionnaire, { people })
  return people.signed.sign(purposeOf(id), `k${await personKey(id, invitation.userId, { people })}`)
}

/** The one-time key of a person: it follows from the account by a secret of the platform, and cannot be traced back without it. */
export function personKey(id: string, userId: string, { people }: Signer): Promise<string> {
  return people.signed.derive('questionnaire.key', `${id}:${userId}`)
}

/** SHA-256 in hexadecimal. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** What a link opens; null when it opens nothing. */
export async function openLink(id: string, token: string, context: HandlerContext): Promise<Link | null> {
  const { db, people, session } = context
  const value = await people.signed.read(purposeOf(id), token)
  if (value === null) return null
  const found = await db.selectFrom(TABLE).selectAll().where('id', '=', id).where('removedAt', 'is', null).executeTakeFirst()
  const questionnaire = found as Questionnaire | undefined
  if (!questionnaire || questionnaire.state === 'draft') return null
  const rest = value.slice(1)
  const nobody = { questionnaire, userId: null, invitationId: null, keyHash: null }
  if (value.startsWith('k')) return { ...nobody, kind: 'key', keyHash: hashOf(rest) }
  if (value.startsWith('p')) return personalLink(questionnaire, rest, context)
  const isCurrent = rest === String(questionnaire.link)
  return isCurrent ? { ...nobody, kind: 'general', userId: questionnaire.mode === 'named' ? session.userId : null } : null
}

async function personalLink(questionnaire: Questionnaire, invitationId: string, { db, session }: HandlerContext): Promise<Link | null> {
  const row = await db
    .selectFrom('questionnaire_invitation')
    .select('userId')
    .where('id', '=', invitationId)
    .where('questionnaireId', '=', questionnaire.id)
    .executeTakeFirst()
  if (!row) return null
  const isForeign = session.userId !== null && session.userId !== row.userId
  return { questionnaire, kind: 'person', userId: row.userId, invitationId, isForeign, keyHash: null }
}
