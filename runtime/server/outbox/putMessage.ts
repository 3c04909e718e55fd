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
import { noticeOf } from '../notices/createNoticesService.ts'
import { personTopic } from '../notices/personTopic.ts'
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
  await putInto(run, template, template.channel, to, variables, { expiresAt, about })
  if (!to.userId) return
  for (const channel of template.also ?? []) await putFurther(run, template, channel, to.userId, { variables, expiresAt, about })
}

type TemplateFacts = SendFacts & { key?: string }

/** One row of the outbox. */
async function putInto(
  run: CallRun,
  template: TemplateDocument,
  channel: TemplateDocument['channel'],
  to: Receiver,
  variables: Record<string, unknown>,
  { expiresAt, about, key }: TemplateFacts,
): Promise<void> {
  const { platform } = run.set
  const service = serviceOf(platform, channel)
  const { address, lang } = service ? await readerOf(run, service, to) : { address: to.address, lang: run.lang }
  const { subject, text } = renderMessage(platform, template, lang, maskVariables(template, variables))
  const writer = new SqlWriter()
  const row: Record<string, string> = {
    template: writer.value(template.id, 'text'),
    channel: writer.value(channel, 'text'),
    userId: writer.value(to.userId ?? null, 'text'),
    address: writer.value(address ?? null, 'text'),
    lang: writer.value(lang, 'text'),
    variables: writer.value(JSON.stringify(variables), 'jsonb'),
    subject: writer.value(subject, 'text'),
    text: writer.value(text, 'text'),
    state: writer.value(service ? 'waiting' : 'sent', 'text'),
    sentAt: service ? 'NULL' : 'now()',
    dueAt: service ? 'now()' : 'NULL',
    expiresAt: writer.value(expiresAt?.toISOString() ?? null, 'timestamptz'),
    about: writer.value(about ?? null, 'text'),
    key: writer.value(key ?? null, 'text'),
    topic: writer.value(key === undefined ? null : template.topic!, 'text'),
  }
  const columns = Object.keys(row).map((name) => `"${name}"`)
  await run.later(writer.statement(`INSERT INTO platform_outbox (${columns.join(', ')}) VALUES (${Object.values(row).join(', ')})`))
  if (service) await run.later(noticeOf(OUTBOX_TOPIC))
  else if (to.userId) await run.later(noticeOf(personTopic(to.userId)))
}

/** By a further channel, where the person has an address and has not switched the topic off there. */
async function putFurther(
  run: CallRun,
  template: TemplateDocument,
  channel: 'mail' | 'sms',
  userId: string,
  { variables, expiresAt, about }: SendFacts & { variables: Record<string, unknown> },
): Promise<void> {
  const service = serviceOf(run.set.platform, channel)
  if (!service || !(await isReached(run, service, userId, template.topic))) return
  const key = template.topic === undefined ? undefined : randomBytes(KEY_BYTES).toString('base64url')
  await putInto(run, template, channel, { userId }, variables, { expiresAt, about: about && `${about}:${channel}`, key })
}
const KEY_BYTES = 15

async function isReached(run: CallRun, { delivery }: ServiceDocument, userId: string, topic: string | undefined): Promise<boolean> {
  const { channel, address } = delivery!
  const found = await openTables(run.db)
    .selectFrom('account_user as u')
    .select('u.id')
    .where('u.id', '=', userId)
    .where('u.state', '=', 'active')
    .where(`u.${address}`, 'is not', null)
    .where(({ not, exists, selectFrom }) => {
      const off = selectFrom('message_muted as m').select('m.id').whereRef('m.userId', '=', 'u.id')
      return not(exists(off.where('m.channel', '=', channel as 'mail').where('m.topic', '=', (topic ?? '') as never)))
    })
    .executeTakeFirst()
  return found !== undefined
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
  const field = delivery!.address
  const row = await openTables(run.db)
    .selectFrom('account_user as u')
    .select([`u.${field} as address`, newestLanguage])
    .where('u.id', '=', userId)
    .executeTakeFirst()
  const known = userId === run.session.userId ? null : row?.lang
  return { address: address ?? (row?.address as string | undefined) ?? null, lang: (known as Lang | null | undefined) ?? lang ?? run.lang }
}

const newestLanguage = sql<string | null>`(
  select s.lang from account_session s where s."userId" = u.id and s.lang is not null order by s."rotatedAt" desc, s.id desc limit 1
)`.as('lang')
