/** What works can have in common with others, read from the works as they are now. */
import { createHash } from 'node:crypto'
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { ReviewSimilarityKind } from '../../generated/enums.ts'
import { filesIn } from '../../work/workParts.ts'
import { bandsOf, plainText } from './likeness.ts'
import { plainLink } from './plainLink.ts'

/** Plain characters below which texts are alike by chance. */
const SHORTEST_TITLE = 4
const MIN_TEXT_CHARACTERS = 40

export interface WorkTraits {
  id: string
  competitionId: string
  revision: number
  /** SHA-256 -> name of the file. */
  files: ReadonlyMap<string, string>
  link: string | null
  /** Plain; empty when too short to tell anything. */
  title: string
  text: string
}

/** Of works that are there; in the order of their ids. */
export async function workTraits(ids: readonly string[], { db }: Pick<HandlerContext, 'db'>): Promise<WorkTraits[]> {
  const works = await db
    .selectFrom('work_work')
    .select(['id', 'competitionId', 'revision', 'title', 'introduction', 'link', 'answers'])
    .where('id', 'in', [...ids, '0'])
    .where('removedAt', 'is', null)
    .orderBy('id')
    .execute()
  const files = new Map(works.map(({ id, answers }) => [id, filesIn(answers)]))
  const keys = [...files.values()].flat().map((file) => file.id)
  const stored = await db
    .selectFrom('platform_file')
    .select(['key', 'sha256', 'name'])
    .where('key', 'in', [...keys, ''])
    .where('sha256', '!=', '')
    .execute()
  const known = new Map(stored.map((file) => [file.key, file]))
  return works.map(({ id, competitionId, revision, title, introduction, link, answers }) => {
    // works of closed accounts have no answers, and all the same title
    const isGone = Object.keys(Object(answers)).length === 0
    return {
      id,
      competitionId,
      revision,
      files: new Map(
        files.get(id)!.flatMap((file) => (known.has(file.id) ? [[known.get(file.id)!.sha256, known.get(file.id)!.name]] : [])),
      ),
      link: link === null ? null : plainLink(link),
      title: isGone ? '' : longEnough(title, SHORTEST_TITLE),
      text: longEnough(introduction ?? '', MIN_TEXT_CHARACTERS),
    }
  })
}

/** Values that an index finds works by. */
export function fingerprints({ files, link, title, text }: WorkTraits): { kind: ReviewSimilarityKind; value: string }[] {
  const values: Record<ReviewSimilarityKind, string[]> = {
    file: [...files.keys()],
    link: link === null ? [] : [createHash('sha256').update(link).digest('hex')],
    title: title === '' ? [] : bandsOf(title),
    text: text === '' ? [] : bandsOf(text),
  }
  return Object.entries(values).flatMap(([kind, found]) => found.map((value) => ({ kind: kind as ReviewSimilarityKind, value })))
}

function longEnough(text: string, shortest: number): string {
  const plain = plainText(text)
  return plain.length < shortest ? '' : plain
}
