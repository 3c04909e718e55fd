/** The job that makes a draft of the competition in a file. Its files are kept first; everything else is one transaction, so that a job that is broken off leaves
 *  nothing half-written. An uploaded file becomes one competition: the job may run again. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { fileSources, storeFiles } from './file/fileSources.ts'
import { readFile } from './file/readFile.ts'
import { type FileOrder, writeFile } from './file/writeFile.ts'

declare module '../../runtime/core/contracts.ts' {
  interface JobTypes {
    'competition.takeInFile': FileOrder
  }
}

export default defineHandler(
  'competition.takeInFile',
  async (order, context) => {
    const taken = await takenFrom(order.file, context)
    if (taken !== null) return { id: taken }
    const opened = await readFile(order.file, context)
    if (opened.problems.length > 0) return context.fail('COMPETITION_FILE_WRONG')
    const stored = await storeFiles(opened, context)
    return context.jobs.write(async (inner) => {
      await inner.lock('competitionFile', order.file)
      const before = await takenFrom(order.file, inner)
      if (before !== null) return { id: before }
      const id = await writeFile(opened, order, fileSources(opened, stored), inner)
      await inner.rows.save('competition.competition', { id }, { source: opened.stored })
      return { id }
    })
  },
  { waits: 'worker' },
)

/** The competition that the file has become, unless that was deleted. */
async function takenFrom(file: string, { db }: Pick<HandlerContext, 'db'>): Promise<string | null> {
  const bound = await db
    .selectFrom('platform_file')
    .select('rowId')
    .where('key', '=', file)
    .where('entity', '=', 'competition.competition')
    .executeTakeFirst()
  if (!bound?.rowId) return null
  const made = await db
    .selectFrom('competition_competition')
    .select('id')
    .where('id', '=', bound.rowId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return made?.id ?? null
}
