/** What the person may design skins for: the platform, organisations and competitions, by name. */
import { sql } from 'kysely'
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import { likePattern } from '../../runtime/core/likePattern.ts'
import { reachOf } from './skin.ts'

interface Input {
  search?: string
  /** Only these, to see whether they are offered. */
  values?: string[]
}
interface Option {
  value: string
  label: LocalText
}
const MOST = 20
const PLATFORM_NAME = { zh: '整个平台', en: 'The whole platform' }

export default defineHandler('skin.objects', async (input, context) => {
  const { platform, competitions, organisations } = reachOf(context)
  const found: Option[] = platform && matches(input, PLATFORM_NAME) ? [{ value: 'platform', label: PLATFORM_NAME }] : []
  const own = await named('organisation_organisation', 'name', input, organisations, context)
  found.push(...own.map(({ id, name }) => ({ value: `organisation:${id}`, label: prefixed(name, '机构', 'Organisation') })))
  const runs = await contests(input, competitions, organisations, context)
  found.push(...runs.map(({ id, name }) => ({ value: `competition:${id}`, label: prefixed(name, '竞赛', 'Competition') })))
  return input.values ? found.filter(({ value }) => input.values!.includes(value)) : found
})

function matches({ search }: Input, { zh, en }: LocalText): boolean {
  return !search || `${zh} ${en}`.toLowerCase().includes(search.toLowerCase())
}

function prefixed({ zh, en }: LocalText, ofZh: string, ofEn: string): LocalText {
  return { zh: `${ofZh}：${zh}`, en: `${ofEn}: ${en || zh}` }
}

type Named = { id: string; name: LocalText }

function named(table: string, column: string, input: Input, ids: readonly string[] | null, context: HandlerContext): Promise<Named[]> {
  return find(table, column, input, context)
    .$if(ids !== null, (query) => query.where('id', 'in', ids?.length ? ids : ['0']))
    .execute() as Promise<Named[]>
}

function contests(
  input: Input,
  ids: readonly string[] | null,
  organisations: readonly string[] | null,
  context: HandlerContext,
): Promise<Named[]> {
  return find('competition_competition', 'title', input, context)
    .where('deletedAt', 'is', null)
    .$if(ids !== null && organisations !== null, (query) =>
      query.where((builder) =>
        builder.or([
          builder('id', 'in', ids?.length ? ids : ['0']),
          builder('organisationId', 'in', organisations?.length ? organisations : ['0']),
        ]),
      ),
    )
    .execute() as Promise<Named[]>
}

function find(table: string, column: string, { search, values }: Input, { tables }: HandlerContext) {
  const asked = (values ?? []).map((value) => value.split(':')[1]).filter((id) => id !== undefined)
  return tables
    .selectFrom(table)
    .select(['id', sql.ref(column).as('name')])
    .$if(values !== undefined, (query) => query.where('id', 'in', asked.length > 0 ? asked : ['0']))
    .$if(Boolean(search), (query) => query.where(sql<boolean>`${sql.ref(column)}::text ilike ${likePattern(search ?? '')}`))
    .orderBy('id', 'desc')
    .limit(MOST)
}
