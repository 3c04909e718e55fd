/** Holds rows of a sheet against the form by which a school reports an award, and against what it has reported. Nothing is written. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { importDuplicates } from '../../generated/enums.ts'
import type { Batch } from '../batch.ts'
import { nestedAnswers } from '../columns/rowAnswers.ts'
import { fieldsOf } from '../fields.ts'
import { createCellReader } from './cellReader.ts'
import type { Examine, Problem } from './Examined.ts'
import { formProblems } from './formProblems.ts'

interface Award {
  year?: number
  competition?: string
  prize?: string
  name?: string
}

export async function examineAwards(batch: Batch, context: HandlerContext): Promise<Examine> {
  const { list } = await fieldsOf(batch, context)
  const read = createCellReader(batch.columns ?? [], list, context)
  const titles = new Map(list.map(({ key, title }) => [key, title]))
  const reported = new Set((await reportedBy(batch, context)).map(keyOf))
  const seen = new Map<string, number>()
  const isRefused = batch.duplicates === importDuplicates.refuse
  return async (row) => {
    const { values, positions, problems } = await read(row)
    const given = nestedAnswers(values)
    let answers: Award | undefined
    try {
      answers = (await context.documents.forms.submit({ id: 'data.award' }, given)).answers as Award
    } catch (error) {
      problems.push(...formProblems(error, positions, titles, context))
    }
    const key = keyOf(answers ?? {})
    const doubled = answers ? doubles(key, seen, reported, context) : null
    if (doubled) problems.push({ position: null, severity: isRefused ? 'error' : 'warning', message: doubled })
    if (!seen.has(key)) seen.set(key, row.number)
    return {
      problems,
      isSkipped: doubled !== null && !isRefused,
      name: answers?.name ?? (values.get('name') as string | undefined) ?? null,
      ...(answers ? { answers: answers as Record<string, unknown> } : {}),
    }
  }
}

function doubles(
  key: string,
  seen: ReadonlyMap<string, number>,
  reported: ReadonlySet<string>,
  { text }: HandlerContext,
): Problem['message'] | null {
  const earlier = seen.get(key)
  if (earlier !== undefined) return text('import.problem.listedTwice', { line: earlier })
  return reported.has(key) ? text('import.problem.reported') : null
}

function keyOf({ year, competition, prize, name }: Award): string {
  return [year, competition?.trim().toLowerCase(), prize, name?.trim().toLowerCase()].join('|')
}

async function reportedBy({ organisationId }: Batch, { db }: HandlerContext): Promise<Award[]> {
  return db.selectFrom('data_award').select(['year', 'competition', 'prize', 'name']).where('organisationId', '=', organisationId).execute()
}
