import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { publishBarrier } from '../audit/standing.ts'
import { type Competition, readCompetition } from './competition.ts'
import { infoAnswers, introAnswers, orgAnswers } from './infoForm.ts'
import { type Completeness, completeness } from './requirements.ts'
import { signupAnswers, specialAnswers } from './settingForms.ts'
import { listsAnswers, worksAnswers } from './showcase.ts'
import { shownTabs } from './tabs.ts'
import { readMilestones, timesAnswers } from './times.ts'

export default defineHandler('competition.wizard', async ({ competitionId }, context) => {
  const row = await readCompetition(context, competitionId)
  // flags and names of other rows: as every manager reads them
  const flags = await context.call('competition.managedOne', { id: competitionId })
  const tabs = shownTabs(row, context)
  const complete = await completeness(row, context)
  return {
    id: row.id,
    now: context.now.toISOString(),
    turnsAt: nextTurn(row, context.now),
    revision: row.revision,
    title: row.title,
    organisationId: row.organisationId,
    organisation: flags.organisation,
    state: flags.state!,
    signupOpen: flags.signupOpen!,
    taken: row.taken,
    paused: row.paused,
    published: row.published,
    publishedAt: flags.publishedAt,
    deletedAt: null,
    formId: row.formId,
    info: infoAnswers(row),
    org: orgAnswers(row),
    intro: introAnswers(row),
    times: timesAnswers(row, await readMilestones(context, row.id)),
    signup: signupAnswers(row),
    special: specialAnswers(row),
    lists: listsAnswers(row),
    works: worksAnswers(row),
    visibility: row.visibility,
    tabs,
    tabRows: tabs.map(({ id, shown, custom }) => ({ id, shown, ...custom })),
    completeness: complete,
    contradictions: contradictions(complete, context),
    ...(row.published ? { barrier: null, submittable: false } : await publishBarrier(row.id, context)),
    open: openParts(complete, context),
  }
})

/** Times by which flags turn. */
const TURNS = ['signupStart', 'signupEnd', 'editEnd', 'competitionEnd', 'worksStart', 'worksEnd', 'reviewStart', 'reviewEnd'] as const

/** The next moment at which a flag changes; null: none. */
function nextTurn(row: Competition, now: Date): string | null {
  const times = TURNS.flatMap((name) => (row[name] === null ? [] : [new Date(row[name])])).filter((time) => time > now)
  return times.sort((a, b) => a.getTime() - b.getTime())[0]?.toISOString() ?? null
}

/** What publishing asks about, in words; empty without any. */
function contradictions({ missing }: Completeness, { lang, text }: HandlerContext): string {
  const items = missing.filter(({ contradicts }) => contradicts).map(({ label }) => label[lang])
  return items.length === 0 ? '' : text('competition.contradictions', { items: items.join(lang === 'zh' ? '；' : '; ') })[lang]
}

/** Number of missing items that block publishing, for each part of the wizard. */
function openParts({ missing }: Completeness, { platform }: HandlerContext): Record<string, number> {
  const groups = platform.get('enum', 'competition.requirement').values.map(({ group }) => group ?? '')
  return Object.fromEntries(groups.map((group) => [group, missing.filter(({ part, must }) => must && part === group).length]))
}
