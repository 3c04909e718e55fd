/** A report with its form, and the writes that several calls make. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { FormDocument, LocalText } from '../../runtime/core/documents.ts'
import type { EntityRow } from '../../runtime/core/doors/rows.ts'
import { objectsWith } from '../../runtime/core/permissions.ts'
import type { SummaryAct } from '../generated/enums.ts'
import { superiorsOf } from '../organisation/superiorsOf.ts'
import { countFigures, type Figures } from './figures.ts'

export type Report = EntityRow<'summary.report'>
export type Answers = Record<string, unknown>
export interface Mark {
  field: string
  note: string
}

const STARTER = 'summary.starter'
const FINAL = 'final'
/** Saves of one person within this time are one version. */
const ONE_VERSION_MS = 600_000

/** Whether the person may write reports of a competition, or of all of its organisation. */
export function mayWrite(
  { competitionId, organisationId }: Pick<Report, 'competitionId' | 'organisationId'>,
  { session }: HandlerContext,
): boolean {
  const holds = (scope: string, object: string) => objectsWith(session, 'editCompetitionInfo', scope)?.includes(object) ?? true
  return holds('competition', competitionId) || holds('organisation', organisationId)
}

/** The year, where the platform is, that a report without a call is about. @param end  when the competition ends */
export function yearOf(end: string | null, { now, platform }: Pick<HandlerContext, 'now' | 'platform'>): number {
  const year = new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: platform.app.timeZone })
  return Number(year.format(new Date(end ?? now)))
}

/** States in which the organiser writes. */
export function isOpen(state: Report['state']): boolean {
  return state === 'open' || state === 'draft' || state === 'sentBack'
}

/** One report of a competition for each round. */
export function roundOf(planId: string | null | undefined): string {
  return planId ?? FINAL
}

/** The version of the form that is filled in now: that of the call, else the built-in one. */
export async function presentForm(
  planId: string | null,
  { documents, rows }: HandlerContext,
): Promise<{ hash: string; form: FormDocument }> {
  const plan = planId === null ? null : await rows.get('summary.plan', planId)
  const published = plan?.formId ? await documents.store.published('form', plan.formId) : null
  const { hash, form } = await documents.forms.screen(published ? { hash: published.hash } : { id: STARTER })
  return { hash, form }
}

/** The form that the stored answers belong to. */
export async function formOf(
  report: Pick<Report, 'formHash' | 'planId' | 'state'>,
  context: HandlerContext,
): Promise<{ hash: string; form: FormDocument }> {
  if (isOpen(report.state) || report.formHash === null) return presentForm(report.planId, context)
  const { hash, form } = await context.documents.forms.screen({ hash: report.formHash })
  return { hash, form }
}

/** Those frozen when it was submitted, else those of now. */
export async function figuresOf(report: Pick<Report, 'figures' | 'state' | 'competitionId'>, context: HandlerContext): Promise<Figures> {
  const frozen = report.figures as Figures | null
  return !isOpen(report.state) && frozen ? frozen : countFigures(report.competitionId, context)
}

/** What a form of reports reads as `context`. */
export function formContext({ values, countedAt }: Figures): Record<string, unknown> {
  return { ...values, countedAt }
}

/** Questions that exist, alone. */
export function knownAnswers(answers: Answers, { schema }: FormDocument): Answers {
  return Object.fromEntries(Object.entries(answers).filter(([name]) => schema.properties[name] !== undefined))
}

/** The report of a competition for a call; null before anything was saved. */
export function findReport(competitionId: string, planId: string | null | undefined, { rows }: HandlerContext): Promise<Report | null> {
  return rows.find('summary.report', { competitionId, round: roundOf(planId) }, { lock: true })
}

/** @throws SUMMARY_CHANGED when another person saved since `version`; SUMMARY_STATE; SUMMARY_PLAN_CLOSED */
export async function assertWritable(report: Report, version: number | undefined, context: HandlerContext): Promise<void> {
  if (!isOpen(report.state)) context.fail('SUMMARY_STATE')
  await assertAsked(report.planId, report.organisationId, context)
  if (version === undefined) return
  const later = await context.db
    .selectFrom('summary_version as v')
    .leftJoin('account_user as u', 'u.id', 'v.authorId')
    .select('u.name')
    .where('v.reportId', '=', report.id)
    .where('v.number', '>', version)
    .where('v.authorId', 'is distinct from', context.session.userId)
    .where('v.act', '=', 'saved')
    .limit(1)
    .executeTakeFirst()
  if (later) context.fail('SUMMARY_CHANGED', { name: later.name ?? '' })
}

/** A call asks organisers of its organisation and of those below. @throws NOT_FOUND for one that asks others or is a draft; SUMMARY_PLAN_CLOSED */
export async function assertAsked(planId: string | null, organisationId: string, { rows, db, fail }: HandlerContext): Promise<void> {
  if (planId === null) return
  const plan = await rows.find('summary.plan', { id: planId })
  const line = [organisationId, ...(await superiorsOf(organisationId, db))]
  if (!plan || plan.state === 'draft' || !line.includes(plan.organisationId))
    return fail('NOT_FOUND', { entity: 'summary.plan', id: planId })
  if (plan.state === 'closed') fail('SUMMARY_PLAN_CLOSED')
}

/** Keeps what was typed, and a version of it. @returns the number of the version */
export async function keepAnswers(
  report: Report,
  answers: Answers,
  context: HandlerContext,
): Promise<{ id: string; version: number; savedAt: string }> {
  const { hash, form } = await presentForm(report.planId, context)
  const kept = knownAnswers(answers, form)
  const savedAt = context.now.toISOString()
  if (report.state === 'open') await context.rows.transition('summary.life', 'begin', report.id)
  const version = await addVersion({ ...report, formHash: hash, answers: kept }, 'saved', null, context)
  const change = { formHash: hash, answers: kept, authorId: context.session.userId, savedAt, version }
  await context.rows.save('summary.report', report, change)
  return { id: report.id, version, savedAt }
}

/** Saves of one person in a row become one version. */
export async function addVersion(
  report: Pick<Report, 'id' | 'competitionId' | 'formHash' | 'answers' | 'version'>,
  act: SummaryAct,
  note: string | null,
  context: HandlerContext,
): Promise<number> {
  const authorId = context.session.userId
  const last = await context.rows.find('summary.version', { reportId: report.id, number: report.version })
  const values = { formHash: report.formHash, answers: report.answers, note }
  const isSame = act === 'saved' && last?.act === 'saved' && last.authorId === authorId
  if (last && isSame && context.now.getTime() - new Date(last.createdAt).getTime() < ONE_VERSION_MS) {
    await context.rows.save('summary.version', last, values)
    return last.number
  }
  const number = report.version + 1
  const { id: reportId, competitionId } = report
  await context.rows.create('summary.version', { reportId, competitionId, number, act, authorId, ...values })
  return number
}

/** After an act that changes no answers. */
export async function noteAct(id: string, act: SummaryAct, note: string | null, context: HandlerContext): Promise<void> {
  const report = await context.rows.get('summary.report', id)
  const version = await addVersion(report, act, note, context)
  await context.rows.save('summary.report', report, { version })
}

/** Title of a question; its name where it has none. */
export function titleOf(form: FormDocument, name: string): LocalText {
  const title = form.schema.properties[name]?.title
  return typeof title === 'object' && 'zh' in title ? (title as LocalText) : { zh: name, en: name }
}
