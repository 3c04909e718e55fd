/** A list as its rule would make it now. Reads only. */
import { createHash } from 'node:crypto'
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { canonicalJson } from '../../../runtime/core/documents/contentHash.ts'
import type { FormVersions } from '../../signup/namedMembers.ts'
import { makeRankingFile } from '../compute/makeRankingFile.ts'
import type { RankingFile } from '../compute/RankingFile.ts'
import type { RankingRule } from '../compute/RankingRule.ts'
import type { RankingList } from '../heldList.ts'
import { readInputs } from './readInputs.ts'
import { listedLines, type ShownLine, shownLines } from './shownLines.ts'

export interface ComputedList {
  file: RankingFile
  lines: ShownLine[]
  /** Key of this result; any other result has another key. */
  result: string
}

export async function computedList(
  list: Pick<RankingList, 'id' | 'competitionId' | 'eventId' | 'version'>,
  rule: RankingRule,
  context: Pick<HandlerContext, 'db' | 'now' | 'extensions'> & FormVersions,
): Promise<ComputedList> {
  const file = makeRankingFile(await readInputs(list, rule, context))
  const lines = await shownLines(listedLines(file), file, context)
  return {
    file,
    lines,
    result: createHash('sha256')
      .update(canonicalJson([rule, file.result]))
      .digest('hex'),
  }
}
