/** Puts a message into the outbox (entity `platform.outbox`), inside the transaction: it exists exactly when the write that speaks of it does.
 *  Messages for a channel that a service delivers wait; those of other channels are where people read them and count as sent. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { SendFacts } from '../../core/contracts.ts'
import type { ServiceDocument, TemplateDocument } from '../../core/documents.ts'
import { AgonError } from '../../core/errors.ts'
import type { Lang, Platform } from '../../core/platform.ts'
import type { CallRun } from '../calls/CallRun.ts'
import { openTables } from '../database/openTables.ts'
import { SqlWriter } from '../database/SqlWriter.ts'
import { tableName } from '../database/tableNames.ts'
import { noticeOf } from '../notices/createNoticesService.ts'
import { personTopic } from '../notices/personTopic.ts'
import { type QuietHours, quietUntil } from './quietUntil.ts'
import { maskVariables, renderMessage } from './renderMessage.ts'

/** Topic of notices: a message waits. */
export const OUTBOX_TOPIC = 'outbox'

export interface Receiver {
  userId?: string
  address?: string
  /** Of the reader, where it is known: of a visitor who wrote in it. */
  lang?: Lang
}

/** @throws DOCUMENT_UNKNOWN for a template that does not exist. A receiver without user and address gets nothing. */
export async function putMessage(
  run: CallRun,
  templateId: string,
  to: Receiver,
  variables: Record<string, unknown>,
  { expiresAt, about }: SendFacts = {},
): Promise<void> {
  const { platform } = run.set
  const template = platform.get('template', templateId)
  if (!to.userId && !to.address) return
  const unknown = Object.keys(variables).find((name) => !Object.hasOwn(template.variables, name))
  if (unknown)
    throw new AgonError('CALL_COMPILE', { call: run.call?.id ?? '', reason: `template ${templateId} has no variable "${unknown}"` })
  const service = serviceOf(platform, template.channel)
  const reader = service ? await readerOf(run, service, to) : { address: to.address ?? null, lang: run.lang }
  const facts = { variables, expiresAt, about }
  await putInto(run, template, { ...facts, channel: template.channel, userId: to.userId, reader })
  if (!to.userId) return
  for (const channel of template.also ?? []) await putFurther(run, template, { ...facts, channel, userId: to.userId })
}

interface Message extends SendFacts {
  channel: TemplateDocument['channel']
  userId: string | undefined
  variables: Record<string, unknown>
  reader: Reader
  /** Of a message whose topic may be switched off by its link. */
  off?: { key: string; topic: string } | undefined
  /** It waits until then. */
  notBefore?: Date | null
}

/** One row of the outbox. */
async function putInto(run: CallRun, template: TemplateDocument, message: Message): Promise<void> {
  const { platform } = run.set
  const { channel, userId, variables, reader, off, expiresAt, about, notBefore } = message
  const waits = serviceOf(platform, channel) !== undefined
  const { subject, text } = renderMessage(platform, template, reader.lang, maskVariables(template, variables))
  const writer = new SqlWriter()
  const row: Record<string, string> = {
    template: writer.value(template.id, 'text'),
    channel: writer.value(channel, 'text'),
    userId: writer.value(userId ?? null, 'text'),
    address: writer.value(reader.address, 'text'),
    lang: writer.value(reader.lang, 'text'),
    variables: writer.value(JSON.stringify(variables), 'jsonb'),
    subject: writer.value(subject, 'text'),
    text: writer.value(text, 'text'),
    state: writer.value(waits ? 'waiting' : 'sent', 'text'),
    sentAt: waits ? 'NULL' : 'now()',
    dueAt: notBefore ? writer.value(notBefore.toISOString(), 'timestamptz') : waits ? 'now()' : 'NULL',
    expiresAt: writer.value(expiresAt?.toISOString() ?? null, 'timestamptz'),
    about: writer.value(about ?? null, 'text'),
    key: writer.value(off?.key ?? null, 'text'),
    topic: writer.value(off?.topic ?? null, 'text'),
  }
  const columns = Object.keys(row).map((name) => `"${name}"`)
  await run.later(writer.statement(`INSERT INTO platform_outbox (${columns.join(', ')}) VALUES (${Object.values(row).join(', ')})`))
  if (waits) await run.later(noticeOf(OUTBOX_TOPIC))
  else if (userId) await run.later(noticeOf(personTopic(userId)))
}

const KEY_BYTES = 15

/** By a further channel, where the person has an address, has not switched the topic off there, and does not get it in a digest. What no one may switch
 *  off does not wait for the end of the person's quiet hours. */
async function putFurther(
  run: CallRun,
  template: TemplateDocument,
  { about, ...message }: SendFacts & { channel: 'mail' | 'sms' | 'push'; userId: string; variables: Record<string, unknown> },
): Promise<void> {
  const { channel, userId } = message
  const { topic } = template
  const service = serviceOf(run.set.platform, channel)
  if (!service) return
  const row = await personRow(run, service, userId)
    .where('u.state', '=', 'active')
    .where(isReached(service))
    .leftJoin('message_quiet as q', 'q.userId', 'u.id')
    .select(['q.from', 'q.until', 'q.zone'])
    .where(({ not, or, exists, selectFrom }) => {
      const muted = selectFrom('message_muted as m').select('m.id').whereRef('m.userId', '=', 'u.id').where('m.channel', '=', channel)
      const named = (topic ?? '') as never
      const isMuted = exists(muted.where('m.topic', '=', named))
      if (service.delivery!.devices !== undefined) return not(isMuted)
      const gathered = selectFrom('message_rhythm as r').select('r.id').whereRef('r.userId', '=', 'u.id')
      return not(or([isMuted, exists(gathered.where('r.topic', '=', named))]))
    })
    .executeTakeFirst()
  if (!row) return
  const reader = { address: row.address as string | null, lang: languageOf(run, userId, row.lang) ?? run.lang }
  const off = topic === undefined ? undefined : { topic, key: randomBytes(KEY_BYTES).toString('base64url') }
  const quiet = topic === undefined || row.zone === null ? null : quietUntil(run.now, row as QuietHours)
  const notBefore = quiet && (!message.expiresAt || quiet < message.expiresAt) ? quiet : null
  await putInto(run, template, { ...message, about: about && `${about}:${channel}`, reader, off, notBefore })
}

function serviceOf(platform: Platform, channel: string): ServiceDocument | undefined {
  return [...platform.documents.service.values()].find(({ delivery }) => delivery?.channel === channel)
}

interface Reader {
  /** Null for a person without such an address. The message is then kept as given up, with the reason for staff. */
  address: string | null
  lang: Lang
}

/** Who reads a message, and in which language: that of the person's newest session. A message to oneself, to an address alone, or to a
 *  person who never signed in is in the language that the receiver names, else in that of the call. */
async function readerOf(run: CallRun, { delivery }: ServiceDocument, { userId, address, lang }: Receiver): Promise<Reader> {
  if (!userId) return { address: address ?? null, lang: lang ?? run.lang }
  const row = await personRow(run, { delivery }, userId).executeTakeFirst()
  const own = (row?.address as string | null | undefined) ?? null
  return { address: address ?? own, lang: languageOf(run, userId, row?.lang) ?? lang ?? run.lang }
}

/** Where the person is reached by the service, and the language of their newest session. */
function personRow(run: CallRun, { delivery }: Pick<ServiceDocument, 'delivery'>, userId: string) {
  const query = openTables(run.db).selectFrom('account_user as u')
  const { address } = delivery!
  const own = address === undefined ? sql<string | null>`null`.as('address') : sql.ref<string | null>(`u.${address}`).as('address')
  return query.select([own, newestLanguage]).where('u.id', '=', userId)
}

/** Whether the person has an address there, or a device. */
function isReached({ delivery }: ServiceDocument) {
  const { address, devices } = delivery!
  if (devices === undefined) return sql<boolean>`${sql.ref(`u.${address}`)} is not null`
  return sql<boolean>`exists (select from ${sql.table(tableName(devices))} as d where d."userId" = u.id)`
}

/** Null where the call's own language, or one that the receiver names, is better known. */
function languageOf(run: CallRun, userId: string, newest: string | null | undefined): Lang | null {
  return userId === run.session.userId ? null : ((newest as Lang | null | undefined) ?? null)
}

const newestLanguage = sql<string | null>`(
  select s.lang from account_session s where s."userId" = u.id and s.lang is not null order by s."rotatedAt" desc, s.id desc limit 1
)`.as('lang')
