/** The information on a competition: one row for each, which begins with the first save. The form says which of its fields are asked for. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'

type Tools = Pick<HandlerContext, 'tables' | 'platform'>

/** Fields of a form as they are stored; empty ones are left out. */
export async function storedAnswers(form: string, competitionId: string, { tables, platform }: Tools): Promise<Record<string, unknown>> {
  const names = Object.keys(platform.get('form', form).schema.properties)
  const row = await tables.selectFrom('competitionInfo_info').select(names).where('competitionId', '=', competitionId).executeTakeFirst()
  return Object.fromEntries(Object.entries(row ?? {}).filter(([, value]) => value !== null))
}
