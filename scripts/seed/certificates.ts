/** Certificates of the demonstration, with their files: valid ones, one that was withdrawn, one that another has replaced, and requests for paper copies. */
import { addCertificates } from '../../plugins/certificate/addCertificates.ts'
import { findRecipients, type Recipient } from '../../plugins/certificate/recipients.ts'
import { type Series, templateHash } from '../../plugins/certificate/series.ts'
import type { CertificateMailingState } from '../../plugins/generated/enums.ts'
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import { AgonError } from '../../runtime/core/errors.ts'
import type { ServerDeps } from '../../runtime/server/serverContext.ts'
import type { SeededCompetition } from './competitions.ts'
import { moment, readDemo } from './demoData.ts'
import type { SeedScope } from './SeedDatabase.ts'

/** Times are days from now. */
interface DemoCertificates {
  competition: string
  /** Name on certificates -> user name of whose they are. */
  holders: Record<string, string>
  mailings: {
    name: string
    copies: number
    phone: string
    address: string
    note?: string
    at: number
    state: CertificateMailingState
    tracking?: string
    settledAt?: number
  }[]
  series: (Pick<Series, 'templateId' | 'lang' | 'prefix'> & {
    title: LocalText
    paper?: boolean
    names: string[]
    issued: number
    withdrawn?: { name: string; at: number; reason: string }
    replaced?: { name: string; by: string; at: number; reason: string }
  })[]
}

export async function insertCertificates(
  deps: ServerDeps,
  scope: SeedScope,
  { competitions, users }: { competitions: readonly SeededCompetition[]; users: ReadonlyMap<string, string> },
): Promise<void> {
  const demo = readDemo<DemoCertificates>('certificates.json')
  const competitionId = competitions.find(({ key }) => key === demo.competition)!.id
  const { organisationId } = await scope.db
    .selectFrom('competition_competition')
    .select('organisationId')
    .where('id', '=', competitionId)
    .executeTakeFirstOrThrow()
  const context = contextOf(deps, scope)
  for (const { names, issued, withdrawn, replaced, ...facts } of demo.series) {
    const year = scope.now.getFullYear()
    const row = scope.db.insertInto('certificate_series').values({ competitionId, organisationId, year, ...facts })
    const series = (await row.returningAll().executeTakeFirstOrThrow()) as Series
    const print = deps.platform().get('print', series.templateId)
    const { recipients } = await findRecipients({ ...series, print }, { source: 'names', names: names.join('\n') }, context)
    const held = recipients.map((recipient) => ({ ...recipient, userId: users.get(demo.holders[recipient.name] ?? '') ?? null }))
    await issue({ deps, scope, context }, series, { recipients: held, at: moment(scope.now, issued) })
    if (withdrawn)
      await change(scope, series, withdrawn.name, {
        state: 'withdrawn',
        withdrawnAt: moment(scope.now, withdrawn.at),
        reason: withdrawn.reason,
      })
    if (!replaced) continue
    const replacesId = await change(scope, series, replaced.name, { state: 'replaced' })
    const old = held.find(({ name }) => name === replaced.name)!
    const next = { ...old, name: replaced.by, values: { ...old.values, person: { ...(old.values.person as object), name: replaced.by } } }
    const recipient = { ...next, replacesId, reason: replaced.reason }
    await issue({ deps, scope, context }, series, { recipients: [recipient], at: moment(scope.now, replaced.at) })
  }
  for (const mailing of demo.mailings) await insertMailing(scope, competitionId, mailing)
}

async function insertMailing({ db, now }: SeedScope, competitionId: string, mailing: DemoCertificates['mailings'][number]): Promise<void> {
  const { name, at, settledAt, ...facts } = mailing
  const { id, userId, organisationId } = await db
    .selectFrom('certificate_certificate as c')
    .innerJoin('certificate_series as s', 's.id', 'c.seriesId')
    .select(['c.id', 'c.userId', 'c.organisationId'])
    .where('c.competitionId', '=', competitionId)
    .where('c.name', '=', name)
    .where('c.state', '=', 'published')
    .where('s.paper', '=', true)
    .executeTakeFirstOrThrow()
  const times = { createdAt: moment(now, at), settledAt: settledAt === undefined ? null : moment(now, settledAt) }
  const of = { certificateId: id, userId: userId!, competitionId, organisationId }
  await db
    .insertInto('certificate_mailing')
    .values({ ...of, recipient: name, ...facts, ...times })
    .execute()
}

interface Tools {
  deps: ServerDeps
  scope: SeedScope
  context: HandlerContext
}
interface Issue {
  recipients: (Recipient & { replacesId?: string; reason?: string })[]
  /** ISO 8601. */
  at: string
}

/** A published batch, as its jobs and its organiser would have made it. */
async function issue({ deps, scope, context }: Tools, series: Series, { recipients, at }: Issue): Promise<void> {
  const { db } = scope
  const print = deps.platform().get('print', series.templateId)
  const { id: seriesId, competitionId, organisationId, lang, templateId } = series
  const total = recipients.length
  const made = { print, printHash: templateHash(print), total, drawn: total, workedAt: at, publishedAt: at, issuedOn: at.slice(0, 10) }
  const batch = await db
    .insertInto('certificate_batch')
    .values({ seriesId, competitionId, organisationId, rule: { source: 'names' }, lang, templateId, state: 'published', ...made })
    .returning(['id', 'issuedOn'])
    .executeTakeFirstOrThrow()
  const { nextNumber } = await db.selectFrom('certificate_series').select('nextNumber').where('id', '=', seriesId).executeTakeFirstOrThrow()
  await addCertificates({ ...series, nextNumber }, batch, recipients, context)
  const rows = await db
    .selectFrom('certificate_certificate')
    .select(['id', 'serial', 'values'])
    .where('batchId', '=', batch.id)
    .orderBy('id')
    .execute()
  const files = deps.services.files.bind(scope as never)
  const sheets = rows.map(({ values }) => ({ values: values as Record<string, unknown>, createdAt: at }))
  await deps.services.pdf.bind({}).print({ print, lang, pictures: new Map(), sheets }, async ({ index, bytes, hash }) => {
    const { id, serial } = rows[index]!
    const file = await files.keep(bytes, { name: `${serial}.pdf`, type: 'application/pdf', purpose: 'certificate' })
    const bound = { entity: 'certificate.certificate', rowId: String(id), boundAt: at, ownerId: null }
    await db.updateTable('platform_file').set(bound).where('key', '=', file.id).execute()
    const set = { file: JSON.stringify({ ...file, ownerId: null }), fileHash: hash, state: 'published', publishedAt: at }
    await db.updateTable('certificate_certificate').set(set).where('id', '=', id).execute()
  })
}

/** @returns the id of the certificate of the series with this name */
async function change({ db }: SeedScope, series: Series, name: string, set: Record<string, unknown>): Promise<string> {
  const row = db.updateTable('certificate_certificate').set(set).where('seriesId', '=', series.id).where('name', '=', name)
  const { id } = await row.returning('id').executeTakeFirstOrThrow()
  return String(id)
}

/** What finding recipients and giving numbers touch. */
function contextOf(deps: ServerDeps, { db, rows, now, session, lang }: SeedScope): HandlerContext {
  const fail = (code: string, details?: Record<string, unknown>): never => {
    throw new AgonError(code as never, details as never)
  }
  return {
    db,
    rows,
    now,
    session,
    lang,
    fail,
    platform: deps.platform(),
    site: deps.config.siteAddress,
  } as unknown as HandlerContext
}
