/** The job that looks at a competition file: what would come, what is not known here, how its dates move, and what stands against it. It writes everything as
 *  if the file was taken in, and takes it back: what it finds nothing against can be taken in. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import { AgonError } from '../../runtime/core/errors.ts'
import { refusalText } from '../../runtime/core/refusalText.ts'
import { fileSources } from './file/fileSources.ts'
import type { Problem } from './file/parseFile.ts'
import { type OpenedFile, readFile } from './file/readFile.ts'
import { type FileOrder, writeFile } from './file/writeFile.ts'
import { moveBy } from './movedTime.ts'
import { partsOf } from './parts/parts.ts'
import { shownTimes } from './shownTimes.ts'

declare module '../../runtime/core/contracts.ts' {
  interface JobTypes {
    'competition.reportFile': FileOrder
  }
}

/** Ends the transaction of a trial. */
class Trial extends Error {}

export default defineHandler(
  'competition.reportFile',
  async (order, context) => {
    const opened = await readFile(order.file, context)
    const { problems, unknown, row, content, from } = opened
    const dates = shownTimes(row, content.get('competition.milestone') ?? [], moveBy(order), context)
    const found = problems.length > 0 ? problems : await tried(opened, order, context)
    return {
      title: order.title ?? (row.title as LocalText | undefined) ?? null,
      ...from,
      comes: comes(opened, context),
      unknown,
      dates,
      problems: found,
    }
  },
  { waits: 'worker' },
)

/** @throws PERMISSION_DENIED, FEATURE_MISSING: they are not the fault of the file */
async function tried(opened: OpenedFile, order: FileOrder, context: HandlerContext): Promise<Problem[]> {
  try {
    await context.jobs.write(async (inner) => {
      await writeFile(opened, order, fileSources(opened), inner)
      throw new Trial()
    })
  } catch (error) {
    if (error instanceof Trial) return []
    if (!(error instanceof AgonError) || ['PERMISSION_DENIED', 'FEATURE_MISSING', 'BUSY'].includes(error.code)) throw error
    return [{ where: context.text('competition.file.whole'), what: refusalText(error, context) }]
  }
  return []
}

function comes({ content, forms, files }: OpenedFile, context: HandlerContext): { what: LocalText; count: number }[] {
  const { platform, text } = context
  const parts = partsOf(context).map(({ entity }) => ({
    what: platform.get('entity', entity).title as LocalText,
    count: content.get(entity)?.length ?? 0,
  }))
  const others = [
    { what: text('competition.file.forms'), count: Object.keys(forms).length },
    { what: text('competition.file.files'), count: Object.keys(files).length },
  ]
  return [...parts, ...others].filter(({ count }) => count > 0)
}
