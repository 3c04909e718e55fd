/** A message to many people before it is sent: who may send it, what it says to one person, and how much it counts. */
import type { HandlerContext, TemplateTypes } from '../../../runtime/core/contracts.ts'
import { escapeHtml } from '../../../runtime/core/escapeHtml.ts'
import { wordsFor } from '../../../runtime/core/knownNames.ts'
import { objectsWith } from '../../../runtime/core/permissions.ts'
import { cleanRichText } from '../../../runtime/core/richText/cleanRichText.ts'
import { plainText } from '../../../runtime/core/richText/plainText.ts'
import { textHtml } from '../../../runtime/core/values/textHtml.ts'
import { type Words, written } from '../message.ts'
import { type Audience, assertCompetition } from '../receivers.ts'
import { ownSelection } from './selection.ts'

export type BulkChannel = 'message' | 'mail' | 'sms' | 'push'
export interface BulkInput extends Audience {
  channel?: BulkChannel
  /** Several together; in place of `channel`. */
  channels?: BulkChannel[]
  subject?: Words
  text: Words
  /** The text is formatted: HTML. */
  formatted?: boolean
  /** Answers to a mail go to the address of the sender. */
  repliesToMe?: boolean
  /** Own files that go with a mail. */
  files?: Record<string, unknown>[]
}
/** What a sending stores: the words of the sender with their places, and what fills those that are the same for everyone. */
export interface BulkWords {
  subjectZh: string
  subjectEn: string
  textZh: string
  textEn: string
  formatted?: boolean
  fromZh: string
  fromEn: string
  competitionZh?: string
  competitionEn?: string
  replyTo?: string
  /** With their size they count as files of the sending: they stay as long as it does. */
  attachments?: { id: string; name: string; size: number }[]
}
declare module '../../../runtime/core/contracts.ts' {
  interface JsonTypes {
    'message.task.variables': BulkWords | Record<string, string>
    'message.task.filter': Omit<Audience, 'audience'>
  }
}
/** What the row of such a sending holds. */
export interface BulkTask {
  channel: BulkChannel
  template: (typeof TEMPLATES)[BulkChannel]
  variables: BulkWords
}
export interface Sender {
  /** Null: the whole platform. */
  organisationId: string | null
  competitionId: string | null
}

export const TEMPLATES = {
  message: 'message.bulkNotice',
  mail: 'message.bulkMail',
  sms: 'message.bulkText',
  push: 'message.bulkPush',
} as const
/** Each channel is guarded by its own codes. */
export const CHANNEL_CODES: Readonly<Record<BulkChannel, string[]>> = {
  message: ['manageMessage', 'manageShortMessage'],
  mail: ['sendMail'],
  sms: ['sendShortMessage'],
  push: ['manageMessage', 'manageShortMessage'],
}
/** Characters of one text message, and of each part of a longer one. */
const ONE = 70
const PART = 67
const MAX_TEXT = 500
/** Of all attachments of one mail. */
const MAX_BYTES = 10_485_760
const PLACE = /\{[^{}\s]{1,30}\}/g
const NO_WORDS = { zh: '', en: '' }
const KEY_SAMPLE = 'AbCdEf123456'

/** A sending by channels, as it is stored; the others name another template. */
export function isBulk<T extends { template: string }>(task: T): task is T & BulkTask {
  return Object.values<string>(TEMPLATES).includes(task.template)
}

/** The chosen channels, each once. A push notice has the subject alone and leads to the message on the platform, which goes with it.
 *  @throws AUDIENCE_NEEDED for none */
export function channelsOf({ channel, channels }: BulkInput, { fail }: HandlerContext): BulkChannel[] {
  const chosen = [...new Set(channels?.length ? channels : channel ? [channel] : [])]
  if (chosen.includes('push') && !chosen.includes('message')) chosen.unshift('message')
  return chosen.length > 0 ? chosen : fail('AUDIENCE_NEEDED', { field: 'channels' })
}

/** For whom the asker sends. @throws NOT_FOUND, AUDIENCE_NEEDED, PERMISSION_DENIED for a channel whose code they do not have there */
export async function assertSender(input: BulkInput, context: HandlerContext): Promise<Sender> {
  const sender = await senderOf(input, context)
  for (const channel of channelsOf(input, context)) assertChannel(sender, channel, context)
  return sender
}

async function senderOf(input: BulkInput, context: HandlerContext): Promise<Sender> {
  const { audience, competitionId, organisationId } = input
  if (audience === 'competition' && !competitionId) return context.fail('AUDIENCE_NEEDED', { field: 'competitionId' })
  if (audience === 'selection') {
    const selection = await ownSelection(input.selectionId, context)
    // the quota that the input names is the one that counts
    if ((selection.competitionId ?? '') !== (competitionId ?? '') || (selection.organisationId ?? organisationId) !== organisationId)
      return context.fail('NOT_FOUND', { entity: 'message.selection', id: input.selectionId })
  }
  const isOfCompetition = competitionId !== undefined && (audience === 'competition' || audience === 'selection')
  if (!isOfCompetition) return { organisationId: organisationId ?? null, competitionId: null }
  return { organisationId: (await assertCompetition(competitionId, context)).organisationId, competitionId }
}

/** @throws PERMISSION_DENIED, AUDIENCE_NEEDED */
export function assertChannel({ organisationId, competitionId }: Sender, channel: BulkChannel, { session, fail }: HandlerContext): void {
  const codes = CHANNEL_CODES[channel]
  const permission = { any: codes }
  const organisations = objectsWith(session, permission, 'organisation')
  if (organisations === null) return
  const competitions = objectsWith(session, permission, 'competition') ?? []
  const isOf = (ids: readonly string[], id: string | null) => id !== null && ids.includes(id)
  if (isOf(organisations, organisationId) || isOf(competitions, competitionId)) return
  if (organisationId === null) fail('AUDIENCE_NEEDED', { field: 'organisationId' })
  fail('PERMISSION_DENIED', { permission: codes.join(', ') })
}

/** Whether the asker may send messages on the platform to this audience; groups of experts answer for themselves. @throws what `assertSender` throws */
export async function assertOnPlatform(audience: Audience, context: HandlerContext): Promise<void> {
  if (audience.audience === 'experts') return
  await assertSender({ ...audience, channel: 'message', text: NO_WORDS }, context)
}

/** The words of one channel: a text message has no formatting. @throws MESSAGE_EMPTY, MESSAGE_LONG, MESSAGE_PLACEHOLDER */
export async function bulkWords(
  input: BulkInput,
  channel: BulkChannel,
  { organisationId, competitionId }: Sender,
  context: HandlerContext,
): Promise<BulkWords> {
  const { fail, platform } = context
  const [subject, text] = [channel === 'sms' ? NO_WORDS : written(input.subject), textOf(input, channel)]
  if (!text || !subject) return fail('MESSAGE_EMPTY')
  const words = { subjectZh: subject.zh, textZh: text.zh, subjectEn: subject.en, textEn: text.en }
  if (channel === 'sms' && Math.max(text.zh.length, text.en.length) > MAX_TEXT) return fail('MESSAGE_LONG', { most: MAX_TEXT })
  const organisation = organisationId === null ? undefined : await context.rows.get('organisation.organisation', organisationId)
  const from = (organisation?.name ?? platform.app.site?.shortName ?? platform.app.title) as { zh: string; en: string }
  const made: BulkWords = { ...words, fromZh: from.zh, fromEn: from.en }
  if (input.formatted && channel !== 'sms') made.formatted = true
  if (channel === 'mail') {
    const replyTo = input.repliesToMe ? await ownAddress(context) : await contactAddress({ organisationId, competitionId }, context)
    if (replyTo !== null) made.replyTo = replyTo
  }
  if (input.files?.length && channel === 'mail') made.attachments = await ownFiles(input.files, context)
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

function textOf({ text, formatted }: BulkInput, channel: BulkChannel): { zh: string; en: string } | null {
  if (!formatted) return written(text)
  const of = channel === 'sms' ? plainText : cleanRichText
  return written({ zh: of(text.zh), en: of(text.en ?? '') })
}

/** Where the public page says that one asks: of the competition, else of the organisation. */
async function contactAddress({ organisationId, competitionId }: Sender, { db }: HandlerContext): Promise<string | null> {
  const of = (table: 'competition_competition' | 'organisation_organisation', id: string | null) =>
    id === null ? undefined : db.selectFrom(table).select('contactEmail').where('id', '=', id).executeTakeFirst()
  return (
    (await of('competition_competition', competitionId))?.contactEmail ??
    (await of('organisation_organisation', organisationId))?.contactEmail ??
    null
  )
}

/** The address that the sender signs in with: it was proved by a code. @throws MESSAGE_NO_ADDRESS */
async function ownAddress({ session, fail, rows }: HandlerContext): Promise<string> {
  const me = await rows.get('account.user', session.userId!)
  return me.email ?? fail('MESSAGE_NO_ADDRESS')
}

/** Files that the sender has uploaded. @throws MESSAGE_FILES for one that is not theirs, and for more bytes than mailboxes take */
async function ownFiles(
  named: readonly Record<string, unknown>[],
  { files, session, fail }: HandlerContext,
): Promise<NonNullable<BulkWords['attachments']>> {
  const found = await Promise.all(named.map(({ id }) => (typeof id === 'string' ? files.get(id) : null)))
  const own = found.flatMap((file) => (file && file.ownerId === session.userId ? [file] : []))
  const bytes = own.reduce((sum, { size }) => sum + size, 0)
  if (own.length !== named.length || bytes > MAX_BYTES) return fail('MESSAGE_FILES', { mb: MAX_BYTES / 1_048_576 })
  return own.map(({ id, name, size }) => ({ id, name, size }))
}

/** The variables of the channel's template for one person. @param key  of the link to unsubscribe */
export function bulkVariables(
  channel: BulkChannel,
  words: BulkWords,
  { name, key }: { name: string; key: string },
  { site, platform }: Pick<HandlerContext, 'site' | 'platform'>,
): TemplateTypes[(typeof TEMPLATES)[BulkChannel]] {
  const { competitionZh, competitionEn, subjectZh, subjectEn, fromZh, fromEn, formatted, replyTo = '', attachments = [] } = words
  const fill = (text: string, competition = '', as: (value: string) => string = String) =>
    text.replaceAll(/\{name\}|\{姓名\}/g, () => as(name)).replaceAll(/\{competition\}|\{竞赛\}/g, () => as(competition))
  const body = (text: string, competition?: string) => {
    if (channel === 'sms') return fill(text, competition)
    return formatted ? fill(text, competition, escapeHtml) : textHtml(fill(text, competition))
  }
  const said = {
    ...{ textZh: body(words.textZh, competitionZh), textEn: body(words.textEn, competitionEn) },
    ...{ subjectZh: fill(subjectZh, competitionZh), subjectEn: fill(subjectEn, competitionEn), fromZh, fromEn },
    ...{ link: `${site}/u/${key}`, oneClick: `${site}/api/web/message/unsubscribe/${key}`, replyTo, attachments },
  }
  return wordsFor(TEMPLATES[channel], said, platform)
}

/** What one person reads, with a link of the right length that opens nothing. */
export function bulkSample(channel: BulkChannel, words: BulkWords, name: string, context: HandlerContext) {
  const { subject, text, html } = context.messages.renderTemplate(
    TEMPLATES[channel],
    bulkVariables(channel, words, { name, key: KEY_SAMPLE }, context),
  )
  const both = <T>(of: (text: string) => T) => ({ zh: of(text.zh), en: of(text.en) })
  return {
    channel,
    name,
    subject,
    text,
    html: html ?? { zh: textHtml(text.zh), en: textHtml(text.en) },
    characters: both(({ length }) => length),
    segments: both((words) => segmentsOf(words)),
  }
}

/** Parts that carriers charge for a text message. */
export function segmentsOf(text: string): number {
  return text.length <= ONE ? 1 : Math.ceil(text.length / PART)
}
