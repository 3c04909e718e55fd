/** What a competition needs, in the order of the wizard. Publishing waits for those with `must`; the words and the part of the wizard of each stand in
 *  the enum `competition.requirement`. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { FormDocument, LocalText } from '../../runtime/core/documents.ts'
import type { Platform } from '../../runtime/core/platform.ts'
import { formTexts } from '../../runtime/core/studio/formTexts.ts'
import type { CompetitionRequirement } from '../generated/enums.ts'
import type { Competition } from './competition.ts'

export interface Facts {
  row: Competition
  events: number
  milestones: number
  hasForm: boolean
  hasWorkForm: boolean
  /** Published forms have texts in Chinese alone. */
  isUntranslated: boolean
  /** Events or fee rules have an amount. */
  hasFees: boolean
  isCharged: boolean
  /** A round of judging opens while works can still be submitted. */
  hasEarlyRound: boolean
  /** Invite codes that still let someone in. */
  inviteCodes: number
}
interface Rule {
  must: boolean
  /** Field of a form, or id of a node, of its page: where it is entered. */
  at: string
  /** What was set contradicts something else that was set: publishing asks about it. */
  contradicts?: true
  holds(facts: Facts): boolean
}

const HAN = /\p{Script=Han}/u

const RULES: Readonly<Partial<Record<CompetitionRequirement, Rule>>> = {
  title: { must: true, at: 'title', holds: ({ row }) => row.title.zh !== '' },
  summary: { must: false, at: 'summary', holds: ({ row }) => row.summary !== null },
  level: { must: true, at: 'level', holds: ({ row }) => row.level !== null },
  type: { must: true, at: 'type', holds: ({ row }) => row.type !== null },
  mode: { must: true, at: 'mode', holds: ({ row }) => row.mode !== null },
  organisers: { must: true, at: 'organisers', holds: ({ row }) => row.organisers !== null },
  contact: { must: false, at: 'contactPhone', holds: ({ row }) => row.contactPhone !== null || row.contactEmail !== null },
  cover: { must: false, at: 'cover', holds: ({ row }) => row.cover !== null },
  english: { must: false, at: 'title', holds: ({ row }) => row.title.en !== row.title.zh || !HAN.test(row.title.zh) },
  introduction: { must: true, at: 'introduction', holds: ({ row }) => row.introduction !== null },
  guide: { must: false, at: 'guide', holds: ({ row }) => row.guide !== null },
  signupTimes: { must: true, at: 'signupStart', holds: ({ row }) => row.signupStart !== null && row.signupEnd !== null },
  editEnd: { must: true, at: 'editEnd', holds: ({ row }) => row.editEnd !== null },
  competitionTimes: {
    must: true,
    at: 'competitionStart',
    holds: ({ row }) => row.competitionStart !== null && row.competitionEnd !== null,
  },
  milestones: { must: false, at: 'milestones', holds: ({ milestones }) => milestones > 0 },
  events: { must: true, at: 'events', holds: ({ events }) => events > 0 },
  form: { must: false, at: 'signupForm', holds: ({ hasForm }) => hasForm },
  workForm: { must: false, at: 'workForm', contradicts: true, holds: ({ row, hasWorkForm }) => row.worksStart === null || hasWorkForm },
  charging: { must: false, at: 'enabled', contradicts: true, holds: ({ hasFees, isCharged }) => !hasFees || isCharged },
  rounds: { must: false, at: 'rounds', contradicts: true, holds: ({ hasEarlyRound }) => !hasEarlyRound },
  // a competition without an English title is read in Chinese
  translations: {
    must: false,
    at: 'signupForm',
    contradicts: true,
    holds: (facts) => !RULES.english!.holds(facts) || !facts.isUntranslated,
  },
  inviteCodes: { must: true, at: 'inviteCodes', holds: ({ row, inviteCodes }) => row.visibility !== 'invite' || inviteCodes > 0 },
}

export interface Missing {
  code: CompetitionRequirement
  /** Part of the wizard. */
  part: string
  must: boolean
  contradicts: boolean
  label: LocalText
  /** Where it is given. */
  address: string
}
export interface Completeness {
  done: number
  total: number
  /** Whole per cent. */
  percent: number
  /** How many of the missing ones publishing waits for. */
  blocking: number
  missing: Missing[]
}

/** Completeness of a competition, and each missing item with the page on which it is entered. */
export async function completeness(row: Competition, context: HandlerContext): Promise<Completeness> {
  const facts = await readFacts(row, context)
  const codes = Object.keys(RULES) as CompetitionRequirement[]
  const missing = codes.filter((code) => !RULES[code]!.holds(facts)).map((code) => describe(code, row.id, context))
  const total = codes.length
  const done = total - missing.length
  return { done, total, percent: Math.floor((done / total) * 100), blocking: missing.filter(({ must }) => must).length, missing }
}

function describe(code: CompetitionRequirement, id: string, { platform }: HandlerContext): Missing {
  const { must, contradicts = false } = RULES[code]!
  const { part, label, address } = requirementPlace(code, id, platform)
  return { code, part, must, contradicts, label, address }
}

/** Where a requirement is entered: its part of the wizard, and the address that leads to the field itself. */
export function requirementPlace(
  code: CompetitionRequirement,
  id: string,
  platform: Platform,
): Pick<Missing, 'part' | 'label' | 'address'> {
  const value = platform.get('enum', 'competition.requirement').values.find((each) => each.code === code)
  if (!value?.group) throw new Error(`competition.requirement: no part for "${code}"`)
  const ids = [`competition.wizard.${value.group}`, `pay.${value.group}`, ...(PAGES[value.group] ?? [])]
  const named = ids.flatMap((page) => platform.documents.page.get(page) ?? [])
  const [page = platform.get('page', 'competition.wizard.overview')] = named
  const { at } = RULES[code]!
  return { part: value.group, label: value.label as LocalText, address: `${page.routes[0]}?competitionId=${id}#${at}` }
}

/** Parts that are no page of the wizard. */
const PAGES: Readonly<Record<string, readonly string[]>> = { judging: ['review.manage'] }

async function readFacts(row: Competition, { db, documents }: HandlerContext): Promise<Facts> {
  const rows = (table: 'competition_event' | 'competition_milestone' | 'competition_inviteCode' | 'competition_preapproved') =>
    db
      .selectFrom(table)
      .select((expression) => expression.fn.countAll<string>().as('count'))
      .where('competitionId', '=', row.id)
  const published = async (id: string | null) => (id === null ? null : ((await documents.store.published('form', id))?.content ?? null))
  const [form, memberForm, workForm] = await Promise.all([published(row.formId), published(row.memberFormId), published(row.workFormId)])
  const count = async (query: ReturnType<typeof rows>) => Number((await query.executeTakeFirstOrThrow()).count)
  return {
    row,
    events: await count(rows('competition_event').where('removedAt', 'is', null)),
    milestones: await count(rows('competition_milestone')),
    inviteCodes:
      (await count(rows('competition_inviteCode').where((expression) => expression('used', '<', expression.ref('uses'))))) +
      (await count(rows('competition_preapproved').where('userId', 'is', null))),
    ...(await readCharging(row.id, db)),
    hasEarlyRound: await hasEarlyRound(row, db),
    hasForm: form !== null,
    hasWorkForm: workForm !== null,
    isUntranslated: [form, memberForm, workForm].some((each) => each !== null && isUntranslated(each as FormDocument)),
  }
}

/** Whether someone who reads English meets Chinese in it. */
function isUntranslated(form: FormDocument): boolean {
  return formTexts(form).some(({ text }) => HAN.test(text.en === '' ? text.zh : text.en))
}

async function readCharging(competitionId: string, db: HandlerContext['db']): Promise<Pick<Facts, 'hasFees' | 'isCharged'>> {
  const event = await db
    .selectFrom('competition_event')
    .select('id')
    .where('competitionId', '=', competitionId)
    .where('removedAt', 'is', null)
    .where('fee', '>', 0)
    .executeTakeFirst()
  const rule = await db
    .selectFrom('pay_fee')
    .select('id')
    .where('competitionId', '=', competitionId)
    .where('amount', '>', 0)
    .executeTakeFirst()
  const setting = await db.selectFrom('pay_setting').select('enabled').where('competitionId', '=', competitionId).executeTakeFirst()
  return { hasFees: event !== undefined || rule !== undefined, isCharged: setting?.enabled === true }
}

async function hasEarlyRound({ id, worksEnd }: Competition, db: HandlerContext['db']): Promise<boolean> {
  if (worksEnd === null) return false
  const round = db.selectFrom('review_round').select('id').where('competitionId', '=', id).where('removedAt', 'is', null)
  return (await round.where('opensAt', '<', worksEnd).limit(1).executeTakeFirst()) !== undefined
}
