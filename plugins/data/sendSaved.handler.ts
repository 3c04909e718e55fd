/** The job that answers a saved question for who saved it. It asks the figure as they would ask it now: who may not see it any more gets no figure, and nothing
 *  is sent from then on. */

import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { enumLabel } from '../../runtime/core/enumLabels.ts'
import { AgonError } from '../../runtime/core/errors.ts'
import { dayAt } from '../../runtime/core/momentText.ts'

declare module '../../runtime/core/contracts.ts' {
  interface JobTypes {
    'data.sendSaved': { id: string }
  }
}

/** Groups in one message. */
const MAX = 20
/** The labels of a group, by the figure. */
const ENUMS: Readonly<Record<string, string>> = { byLevels: 'competition.level', byTypes: 'competition.type', byPrizes: 'ranking.prize' }

interface Group {
  of: string | number | null
  people: number
  teams: number
  awards: number
}

export default defineHandler('data.sendSaved', async ({ id }, context) => {
  const { rows, now, lang, messages } = context
  const saved = await rows.find('data.saved', { id })
  if (!saved || saved.rhythm === 'never' || saved.userId !== context.session.userId) return null
  const { organisationId, title, figure, level, type, userId } = saved
  const year = saved.year ?? (figure === 'byYears' ? undefined : thisYear(context))
  try {
    const asked = { organisationId, ...(year === undefined ? {} : { year }), ...(level && { level }), ...(type && { type }) }
    const { groups } = await context.call(`data.${figure}`, asked)
    const { name } = await rows.get('organisation.organisation', organisationId)
    const query = new URLSearchParams({
      organisationId,
      ...(saved.year && { year: String(saved.year) }),
      ...(level && { level }),
      ...(type && { type }),
    })
    const lines = groups.slice(0, MAX).map((group) => lineOf(group, figure, context))
    await messages.send(
      'data.savedMail',
      { userId },
      {
        ...{ title, school: name, page: `/admin/schooldatatab?${query}` },
        rows: lines.join('\n') || context.text('data.saved.none')[lang],
      },
    )
    await rows.save('data.saved', { id }, { sentAt: now.toISOString() })
  } catch (error) {
    if (!(error instanceof AgonError) || !['PERMISSION_DENIED', 'NOT_FOUND', 'FEATURE_MISSING'].includes(error.code)) throw error
    await rows.save('data.saved', { id }, { rhythm: 'never', nextAt: null })
    await messages.send('data.savedStopped', { userId }, { title })
  }
  return null
})

function lineOf({ of, people, teams, awards }: Group, figure: string, { platform, lang, text }: HandlerContext): string {
  const labels = ENUMS[figure]
  const name = of === null || labels === undefined ? String(of ?? '–') : enumLabel(labels, of, platform)[lang]
  return text('data.saved.line', { name, people, teams, awards })[lang]
}

function thisYear({ now, platform }: HandlerContext): number {
  return Number(dayAt(now, platform.app.timeZone).slice(0, 4))
}
