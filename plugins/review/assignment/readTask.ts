/** The task of a computed assignment, from what is in the database now. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { Round } from '../round.ts'
import type { AssignmentTask } from './AssignmentTask.ts'
import { assignedWorks } from './assignedWorks.ts'
import { languageOf } from './languageOf.ts'
import { assignmentsOf, conflictsOf, loadsOf, pairKey, panelOf, wordsOf } from './roundPanel.ts'

export interface PlanSettings {
  spreadSchools: boolean
  /** 0 to 1 each. */
  expertise: number
  language: number
}

/** What is assigned already stays; only what is missing is asked for. */
export async function readTask(round: Round, settings: PlanSettings, context: HandlerContext): Promise<AssignmentTask> {
  const works = (await assignedWorks(round, context)).filter(({ missing }) => missing > 0)
  const panel = await panelOf(round, context)
  const assigned = await assignmentsOf(round.id, context)
  const conflicts = await conflictsOf(round.competitionId, context)
  const taken = new Set([...assigned.map(({ workId, userId }) => pairKey(workId, userId)), ...conflicts.keys()])
  const loads = loadsOf(assigned)
  return {
    works: works.map(({ workId, missing, eventId, school, keywords, title, introduction }) => ({
      id: workId,
      need: missing,
      eventId,
      school,
      keywords: [...new Set(wordsOf(keywords))],
      language: languageOf(`${title} ${introduction ?? ''}`),
    })),
    experts: panel.map(({ userId, minLoad, maxLoad, eventIds, keywords, languages }) => ({
      id: userId,
      minLoad,
      maxLoad,
      load: loads.get(userId) ?? 0,
      eventIds,
      keywords,
      languages,
    })),
    barred: works.flatMap(({ workId }, work) =>
      panel.flatMap(({ userId }, expert) => (taken.has(pairKey(workId, userId)) ? [[work, expert] as const] : [])),
    ),
    weights: { expertise: settings.expertise, language: settings.language },
    spreadSchools: settings.spreadSchools,
  }
}
