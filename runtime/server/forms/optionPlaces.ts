/** Places of options: counted in one row for each option, whose check refuses one more than there are. The row is locked until the end of the
 *  transaction, so that the last place goes to one person; rows are locked in one order, so that no deadlock arises. */
import { sql } from 'kysely'
import type { Database, OptionPlaces } from '../../core/contracts.ts'
import { AgonError } from '../../core/errors.ts'
import { formError } from '../../core/form/checkForm.ts'
import type { CompiledForm } from '../../core/form/compileForm.ts'
import { mapAnswers } from './mapAnswers.ts'

const CHECK_VIOLATION = '23514'
/** When a row was written says when someone answered, also in an anonymous questionnaire: it says nothing. */
const SOME_DAY = '2000-01-01T00:00:00.000Z'

interface Choice {
  /** Template path of the field. */
  field: string
  /** As JSON. */
  option: string
  places: number
  count: number
  /** Of the first field with this choice. */
  path: string
}
/** A form version; the places of all versions of one id are one. */
export interface CountedForm {
  id: string
  hash: string
  compiled: CompiledForm
}

/** Takes the places of what is chosen in `after`, and gives those of `before` back. @throws FORM_INVALID where one is full */
export async function moveOptionPlaces(db: Database, { id, hash, compiled }: CountedForm, before: unknown, after: unknown): Promise<void> {
  const choices = differences(chosen(compiled, before), chosen(compiled, after))
  for (const { field, option, places, count, path } of choices) {
    if (count < 0) await giveBack(db, { id, field, option, count })
    else if (count > 0 && !(await take(db, { id, field, option, places, count })))
      throw new AgonError('FORM_INVALID', { form: id, hash, errors: [formError(path, 'full')] })
  }
}

/** Options with a number of places, and how many of them are free. */
export async function optionPlacesLeft(db: Database, { id, compiled }: CountedForm): Promise<OptionPlaces[]> {
  const limited = compiled.fields.flatMap(({ path, options }) =>
    (options?.limited ?? []).map(({ value, places }) => ({ field: path, value, places: places! })),
  )
  if (limited.length === 0) return []
  const rows = await db.selectFrom('platform_optionPlace').select(['field', 'option', 'taken']).where('form', '=', id).execute()
  const taken = new Map(rows.map(({ field, option, taken }) => [`${field} ${option}`, taken]))
  return limited.map(({ field, value, places }) => ({
    field,
    option: value,
    left: Math.max(0, places - (taken.get(`${field} ${JSON.stringify(value)}`) ?? 0)),
  }))
}

type Taken = Pick<Choice, 'field' | 'option' | 'count'> & { id: string }

async function take(db: Database, { id, field, option, places, count }: Taken & { places: number }): Promise<boolean> {
  try {
    await sql`
      INSERT INTO "platform_optionPlace" AS held (form, field, option, taken, places, "createdAt", "updatedAt")
      VALUES (${id}, ${field}, ${option}, ${count}, ${places}, ${SOME_DAY}, ${SOME_DAY})
      ON CONFLICT (form, field, option) DO UPDATE SET taken = held.taken + excluded.taken, places = excluded.places`.execute(db)
    return true
  } catch (error) {
    if (isFull(error)) return false
    throw error
  }
}

function isFull(error: unknown): boolean {
  const { code, cause } = error as { code?: string; cause?: unknown }
  return code === CHECK_VIOLATION || code === 'FULL' || (cause !== undefined && isFull(cause))
}

async function giveBack(db: Database, { id, field, option, count }: Taken): Promise<void> {
  await sql`
    UPDATE "platform_optionPlace" SET taken = greatest(taken + ${count}, 0)
    WHERE form = ${id} AND field = ${field} AND option = ${option}`.execute(db)
}

/** What is chosen of the options with a number of places, by field and option. */
function chosen(compiled: CompiledForm, answers: unknown): Map<string, Choice> {
  const found = new Map<string, Choice>()
  if (!compiled.fields.some(({ options }) => options?.limited.length)) return found
  mapAnswers(compiled.root, answers, ({ path: field, options }, value, path) => {
    for (const entry of Array.isArray(value) ? value : [value]) {
      const places = options?.limited.find((option) => option.value === entry)?.places
      if (places === undefined || places === null) continue
      const option = JSON.stringify(entry)
      const key = `${field} ${option}`
      found.set(key, { field, option, places, path, count: (found.get(key)?.count ?? 0) + 1 })
    }
    return value
  })
  return found
}

/** In the one order in which rows are locked. */
function differences(before: ReadonlyMap<string, Choice>, after: ReadonlyMap<string, Choice>): Choice[] {
  const keys = [...new Set([...before.keys(), ...after.keys()])].sort()
  return keys.map((key) => ({
    ...(after.get(key) ?? before.get(key)!),
    count: (after.get(key)?.count ?? 0) - (before.get(key)?.count ?? 0),
  }))
}
