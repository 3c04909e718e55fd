/** What a competition needs, in the order of the wizard. Publishing waits for those with `must`; the words and the part of the wizard of each stand in
 *  the enum `competition.requirement`. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import type { CompetitionRequirement } from '../generated/enums.ts'
import type { Competition } from './competition.ts'

export interface Facts {
  row: Competition
  events: number
  milestones: number
  hasForm: boolean
  hasWorkForm: boolean
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
  /** What was set contradicts something else that was set: publishing asks about it. */
  contradicts?: true
  holds(facts: Facts): boolean
}

const RULES: Readonly<Partial<Record<CompetitionRequirement, Rule>>> = {
  title: { must: true, holds: ({ row }) => row.title.zh !== '' },
  summary: { must: false, holds: ({ row }) => row.summary !== null },
  level: { must: true, holds: ({ row }) => row.level !== null },
  type: { must: true, holds: ({ row }) => row.type !== null },
  mode: { must: true, holds: ({ row }) => row.mode !== null },
  organisers: { must: true, holds: ({ row }) => row.organisers !== null },
  contact: { must: false, holds: ({ row }) => row.contactPhone !== null || row.contactEmail !== null },
  cover: { must: false, holds: ({ row }) => row.cover !== null },
  english: { must: false, holds: ({ row }) => row.title.en !== row.title.zh || !/\p{Script=Han}/u.test(row.title.zh) },
  introduction: { must: true, holds: ({ row }) => row.introduction !== null },
  guide: { must: false, holds: ({ row }) => row.guide !== null },
  signupTimes: { must: true, holds: ({ row }) => row.signupStart !== null && row.signupEnd !== null },
  editEnd: { must: true, holds: ({ row }) => row.editEnd !== null },
  competitionTimes: { must: true, holds: ({ row }) => row.competitionStart !== null && row.competitionEnd !== null },
  milestones: { must: false, holds: ({ milestones }) => milestones > 0 },
  events: { must: true, holds: ({ events }) => events > 0 },
  form: { must: false, holds: ({ hasForm }) => hasForm },
  workForm: { must: false, contradicts: true, holds: ({ row, hasWorkForm }) => row.worksStart === null || hasWorkForm },
  charging: { must: false, contradicts: true, holds: ({ hasFees, isCharged }) => !hasFees || isCharged },
  rounds: { must: false, contradicts: true, holds: ({ hasEarlyRound }) => !hasEarlyRound },
  inviteCodes: { must: true, holds: ({ row, inviteCodes }) => row.visibility !== 'invite' || inviteCodes > 0 },
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
  const value = platform.get('enum', 'competition.requirement').values.find((each) => each.code === code)
  if (!value?.group) throw new Error(`competition.requirement: no part for "${code}"`)
  const ids = [`competition.wizard.${value.group}`, `pay.${value.group}`, ...(PAGES[value.group] ?? [])]
  const named = ids.flatMap((page) => platform.documents.page.get(page) ?? [])
  const [page = platform.get('page', 'competition.wizard.overview')] = named
  const [route] = page.routes
  const { must, contradicts = false } = RULES[code]!
  return { code, part: value.group, must, contradicts, label: value.label as LocalText, address: `${route}?competitionId=${id}` }
}

/** Parts that are no page of the wizard. */
const PAGES: Readonly<Record<string, readonly string[]>> = { judging: ['review.manage'] }

async function readFacts(row: Competition, { db, documents }: HandlerContext): Promise<Facts> {
  const rows = (table: 'competition_event' | 'competition_milestone' | 'competition_inviteCode' | 'competition_preapproved') =>
    db
      .selectFrom(table)
      .select((expression) => expression.fn.countAll<string>().as('count'))
      .where('competitionId', '=', row.id)
  const isPublished = async (id: string | null) => id !== null && (await documents.store.published('form', id)) !== null
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
    hasForm: await isPublished(row.formId),
    hasWorkForm: await isPublished(row.workFormId),
  }
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
