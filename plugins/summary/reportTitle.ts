/** What a report is called beside the name of its competition: the call for reports, or its kind. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'

export async function reportTitle(id: string, { tables, platform }: Pick<HandlerContext, 'tables' | 'platform'>): Promise<LocalText> {
  const row = await tables
    .selectFrom('summary_report as r')
    .leftJoin('summary_plan as p', 'p.id', 'r.planId')
    .select(['p.title as title', 'r.kind as kind'])
    .where('r.id', '=', id)
    .executeTakeFirst()
  const kind = platform.get('enum', 'summary.kind').values.find(({ code }) => code === row?.kind)
  return (row?.title ?? kind?.label ?? { zh: '', en: '' }) as LocalText
}
