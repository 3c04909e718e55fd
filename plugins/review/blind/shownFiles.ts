/** Files of a work as reviewers get them: under neutral names, at signed addresses; in blind rounds their copies, or nothing. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { judgedText } from '../judged/judgedText.ts'
import { type FileGrant, fileAddress, fileMark, neutralName } from './fileAddress.ts'
import { reviewedFiles } from './sources.ts'

export interface ShownFile {
  name: string
  type: string
  /** Bytes. */
  size: number
  state: 'ready' | 'preparing' | 'withheld'
  address: string | null
  /** The same, to be saved. */
  download: string | null
}
export interface FilesOf extends Pick<FileGrant, 'kind' | 'id' | 'userId' | 'number'> {
  roundId: string
  workId: string
  isBlind: boolean
}

export async function shownFiles({ roundId, workId, isBlind, ...grant }: FilesOf, context: HandlerContext): Promise<ShownFile[]> {
  const files = await reviewedFiles(await judgedText({ roundId, workId }, context), isBlind, context)
  const copies = await context.db.selectFrom('review_copy').select(['source', 'state', 'copy']).where('workId', '=', workId).execute()
  return Promise.all(
    files.map(async ({ id, name, type, size }, at): Promise<ShownFile> => {
      const copy = copies.find(({ source }) => source === id)
      const state = !isBlind ? 'ready' : copy === undefined ? 'preparing' : copy.state === 'withheld' ? 'withheld' : 'ready'
      const place = at + 1
      const facts = { name: neutralName(grant.number, place, name), type, size, state } as const
      if (state !== 'ready') return { ...facts, address: null, download: null }
      const address = await fileAddress({ ...grant, place, mark: await fileMark(grant, id, context) }, context)
      return { ...facts, address, download: `${address}?save=true` }
    }),
  )
}
