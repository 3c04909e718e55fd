/** A bulk email or text message before it is sent: who may send it, what it says to one person, and how much it counts. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { objectsWith } from '../../../runtime/core/permissions.ts'
import { type Words, written } from '../message.ts'
import { type Audience, assertCompetition } from '../receivers.ts'

export type BulkChannel = 'mail' | 'sms'
export interface BulkInput extends Audience {
  channel: BulkChannel
  subject?: Words
  text: Words
}
/** What a sending stores: the words of the sender with their places, and what fills those that are the same for everyone. */
export interface BulkWords {
  subjectZh: string
  subjectEn: string
  textZh: string
  textEn: string
  fromZh: string
  fromEn: string
  competitionZh?: string
  competitionEn?: string
}
export interface Sender {
  /** Null: the whole platform. */
  organisationId: string | null
  competitionId: string | null
}

export const TEMPLATES = { mail: 'message.bulkMail', sms: 'message.bulkText' } as const
const CODES = { mail: 'sendMail', sms: 'sendShortMessage' } as const
/** Characters of one text message, and of each part of a longer one. */
const ONE = 70
const PART = 67
const MOST_TEXT = 500
const PLACE = /\{[^{}\s]{1,30}\}/g
const NO_WORDS = { zh: '', en: '' }
const KEY_SAMPLE = 'AbCdEf123456'

/** For whom the asker sends. @throws NOT_FOUND, AUDIENCE_NEEDED, PERMISSION_DENIED */
export async function assertSender(input: BulkInput, context: HandlerContext): Promise<Sender> {
  const { audience, competitionId, organisationId } = input
  if (audience !== 'competition')
    return assertChannel({ organisationId: organisationId ?? null, competitionId: null }, input.channel, context)
  if (!competitionId) return context.fail('AUDIENCE_NEEDED', { field: 'competitionId' })
  const competition = await assertCompetition(competitionId, context)
  return assertChannel({ organisationId: competition.organisationId, competitionId }, input.channel, context)
}

function assertChannel(sender: Sender, channel: BulkChannel, { session, fail }: HandlerContext): Sender {
  const permission = CODES[channel]
  const organisations = objectsWith(session, permission, 'organisation')
  if (organisations === null) return sender
  const { organisationId, competitionId } = sender
  if (organisationId === null) return fail('AUDIENCE_NEEDED', { field: 'organisationId' })
  const competitions = objectsWith(session, permission, 'competition') ?? []
  const isHeld = organisations.includes(organisationId) || (competitionId !== null && competitions.includes(competitionId))
  return isHeld ? sender : fail('PERMISSION_DENIED', { permission })
}

/** @throws MESSAGE_EMPTY, MESSAGE_LONG, MESSAGE_PLACEHOLDER */
export async function bulkWords(input: BulkInput, { organisationId, competitionId }: Sender, context: HandlerContext): Promise<BulkWords> {
  const { db, fail, platform } = context
  const [subject, text] = [input.channel === 'mail' ? written(input.subject) : NO_WORDS, written(input.text)]
  if (!text || !subject) return fail('MESSAGE_EMPTY')
  const words = { subjectZh: subject.zh, textZh: text.zh, subjectEn: subject.en, textEn: text.en }
  if (input.channel === 'sms' && Math.max(text.zh.length, text.en.length) > MOST_TEXT) return fail('MESSAGE_LONG', { most: MOST_TEXT })
  const organisation =
    organisationId === null
      ? undefined
      : await db.selectFrom('organisation_organisation').select('name').where('id', '=', organisationId).executeTakeFirstOrThrow()
  const from = (organisation?.name ?? platform.app.site?.shortName ?? platform.app.title) as { zh: string; en: string }
  const made: BulkWords = { ...words, fromZh: from.zh, fromEn: from.en }
  if (competitionId) {
    const { title } = await assertCompetition(competitionId, context)
    Object.assign(made, { competitionZh: title.zh, competitionEn: title.en })
  }
  // allowed text: both names are understood, whatever the language of the message
  const known = ['{name}', '{姓名}', ...(competitionId ? ['{competition}', '{竞赛}'] : [])]
  const wrong = Object.values(words)
    .flatMap((text) => text.match(PLACE) ?? [])
    .find((place) => !known.includes(place))
  return wrong ? fail('MESSAGE_PLACEHOLDER', { place: wrong }) : made
}

/** The variables of the template for one person. @param key  of the link to unsubscribe */
export function bulkVariables(channel: BulkChannel, words: BulkWords, { name, key }: { name: string; key: string }, site: string) {
  const fill = (text: string, competition = '') =>
    text.replaceAll(/\{name\}|\{姓名\}/g, () => name).replaceAll(/\{competition\}|\{竞赛\}/g, () => competition)
  const { competitionZh, competitionEn, subjectZh, subjectEn, fromZh, fromEn } = words
  const link = `${site}/u/${key}`
  const text = { textZh: fill(words.textZh, competitionZh), textEn: fill(words.textEn, competitionEn), link }
  if (channel === 'sms') return text
  const subject = { subjectZh: fill(subjectZh, competitionZh), subjectEn: fill(subjectEn, competitionEn) }
  return { ...text, ...subject, fromZh, fromEn, oneClick: `${site}/api/web/message/unsubscribe/${key}` }
}

/** What one person reads, with a link of the right length that opens nothing. */
export function bulkSample(channel: BulkChannel, words: BulkWords, name: string, context: HandlerContext) {
  const { subject, text } = context.messages.words(
    TEMPLATES[channel],
    bulkVariables(channel, words, { name, key: KEY_SAMPLE }, context.site),
  )
  const both = <T>(of: (text: string) => T) => ({ zh: of(text.zh), en: of(text.en) })
  return {
    name,
    subject,
    text,
    characters: both(({ length }) => length),
    segments: both((words) => segmentsOf(words)),
  }
}

/** Parts that carriers charge for a text message. */
export function segmentsOf(text: string): number {
  return text.length <= ONE ? 1 : Math.ceil(text.length / PART)
}
