/** Holds rows of a sheet against the rules of a line of a ranking. Nothing is written. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { importDuplicates, signupStatus } from '../../generated/enums.ts'
import type { Batch } from '../batch.ts'
import { optionOf, optionWords } from '../columns/optionWords.ts'
import { nestedAnswers } from '../columns/rowAnswers.ts'
import { fieldsOf, REGISTRATION } from '../fields.ts'
import { createCellReader } from './cellReader.ts'
import type { Examine, Problem } from './Examined.ts'
import { formProblems } from './formProblems.ts'

export async function examineResults(batch: Batch, context: HandlerContext): Promise<Examine> {
  const { list } = await fieldsOf(batch, context)
  const read = createCellReader(batch.columns ?? [], list, context)
  const titles = new Map(list.map(({ key, title }) => [key, title]))
  const registrations = await registrationsOf(batch, context)
  const lines = await linesOf(batch, context)
  const prizes = optionWords({ enum: 'ranking.prize' }, (id) => context.platform.documents.enum.get(id)) ?? []
  const seen = new Map<string, number>()
  return async (row) => {
    const { values, positions, problems } = await read(row)
    const number = values.get(REGISTRATION) as string | undefined
    values.delete(REGISTRATION)
    const registration = number === undefined ? undefined : registrations.get(number)
    if (number !== undefined && !registration) problems.push(unknown(number, positions.get(REGISTRATION)!, context))
    if (registration && !values.has('name')) values.set('name', registration.name)
    const prize = values.get('prize')
    // a prize of its own keeps its words
    if (typeof prize === 'string' && !optionOf(prizes, prize)) {
      values.set('prize', 'other')
      if (!values.has('prizeName')) values.set('prizeName', prize)
    }
    const found = await lineOf(nestedAnswers(values), positions, titles, context)
    problems.push(...found.problems)
    const { name = '', school } = (found.answers ?? {}) as { name?: string; school?: string }
    const key = lineKey(registration?.id ?? null, name, school ?? null)
    const doubled = found.answers ? doubles(key, { batch, seen, lines, context }) : null
    if (doubled) problems.push(doubled.problem)
    if (!seen.has(key)) seen.set(key, row.number)
    return {
      problems,
      isSkipped: doubled?.isSkipped ?? false,
      name,
      ...(found.answers ? { answers: found.answers } : {}),
      registrationId: registration?.id ?? null,
      awardId: batch.duplicates === importDuplicates.merge ? (lines.get(key) ?? null) : null,
    }
  }
}

async function lineOf(
  given: object,
  positions: ReadonlyMap<string, number>,
  titles: Parameters<typeof formProblems>[2],
  context: HandlerContext,
) {
  try {
    const { answers } = await context.documents.forms.submit({ id: 'ranking.award' }, given)
    return { answers: answers as Record<string, unknown>, problems: [] }
  } catch (error) {
    return { problems: formProblems(error, positions, titles, context) }
  }
}

function unknown(value: string, position: number, { text }: HandlerContext): Problem {
  return { position, severity: 'error', message: text('import.problem.registrationNo', { value: value.slice(0, 40) }) }
}

interface Known {
  batch: Batch
  seen: ReadonlyMap<string, number>
  lines: ReadonlyMap<string, string>
  context: HandlerContext
}
function doubles(key: string, { batch, seen, lines, context }: Known): { problem: Problem; isSkipped: boolean } | null {
  const isRefused = batch.duplicates === importDuplicates.refuse
  const asProblem = (message: Problem['message']) => ({
    problem: { position: null, severity: isRefused ? ('error' as const) : ('warning' as const), message },
    isSkipped: !isRefused,
  })
  const earlier = seen.get(key)
  if (earlier !== undefined) return asProblem(context.text('import.problem.listedTwice', { line: earlier }))
  return lines.has(key) && batch.duplicates !== importDuplicates.merge ? asProblem(context.text('import.problem.listed')) : null
}

const lineKey = (registrationId: string | null, name: string, school: string | null): string =>
  registrationId === null ? `${name.trim().toLowerCase()}|${(school ?? '').trim().toLowerCase()}` : `#${registrationId}`

async function registrationsOf({ competitionId }: Batch, { db }: HandlerContext): Promise<Map<string, { id: string; name: string }>> {
  const rows = await db
    .selectFrom('signup_registration')
    .select(['id', 'displayName as name'])
    .where('competitionId', '=', competitionId!)
    .where('status', '=', signupStatus.registered)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Lines of the working version by what they are about. */
async function linesOf({ listId }: Batch, context: HandlerContext): Promise<Map<string, string>> {
  const list =
    listId === null ? undefined : await context.db.selectFrom('ranking_list').select('version').where('id', '=', listId).executeTakeFirst()
  if (!list) return new Map()
  const rows = await context.db
    .selectFrom('ranking_award')
    .select(['id', 'registrationId', 'name', 'school'])
    .where('listId', '=', listId)
    .where('version', '=', list.version)
    .execute()
  return new Map(
    rows.flatMap(({ id, registrationId, name, school }) => [
      [lineKey(null, name, school), id] as const,
      ...(registrationId === null ? [] : [[lineKey(registrationId, name, school), id] as const]),
    ]),
  )
}
