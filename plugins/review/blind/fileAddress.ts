/** Addresses of files for reviewers: signed, for hours, with nothing in them that tells which work or file of the platform it is. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { MS_PER_HOUR } from '../../../runtime/core/time.ts'

/** `assignment`: an expert's; `share`: a link for outside reviewers, and the number of the work in it. */
export interface FileGrant {
  kind: 'assignment' | 'share'
  /** Of the assignment or the link. */
  id: string
  /** The expert; none for a link. */
  userId: string
  number: number
  /** From 1, in the name of the file. */
  place: number
  mark: string
}
const PURPOSE = 'review.file'
const HOURS = 12
/** Characters of a mark: files of one work are distinguished. */
const MARK_LENGTH = 16

/** Distinguishes files of one work, and not which they are: anyone who finds the file of a public work later cannot compute it, and each expert and link has another. */
export async function fileMark(
  { kind, id }: Pick<FileGrant, 'kind' | 'id'>,
  key: string,
  { people }: Pick<HandlerContext, 'people'>,
): Promise<string> {
  return (await people.signed.derive(PURPOSE, `${kind} ${id} ${key}`)).slice(0, MARK_LENGTH)
}

export async function fileAddress({ kind, id, userId, number, place, mark }: FileGrant, { people, now }: HandlerContext): Promise<string> {
  const until = Math.ceil(now.getTime() / MS_PER_HOUR) + HOURS
  return `/api/web/review/file/${await people.signed.sign(PURPOSE, [kind, id, userId, number, place, mark, until].join(' '))}`
}

/** Null for an address that is not ours, or that has expired. */
export async function readAddress(token: string, { people, now }: HandlerContext): Promise<FileGrant | null> {
  const value = await people.signed.read(PURPOSE, token)
  if (value === null) return null
  const [kind = '', id = '', userId = '', number, place, mark = '', until] = value.split(' ')
  if (Number(until) * MS_PER_HOUR < now.getTime()) return null
  return { kind: kind as FileGrant['kind'], id, userId, number: Number(number), place: Number(place), mark }
}

const NUMBER_WIDTH = 3

/** What a file of a work is called for reviewers: work-017-1.pdf. */
export function neutralName(number: number, place: number, name: string): string {
  const extension = /\.[a-z0-9]{1,8}$/i.exec(name)?.[0].toLowerCase() ?? ''
  return `work-${String(number).padStart(NUMBER_WIDTH, '0')}-${place}${extension}`
}
