/** A list as it is sent for approval: its lines, frozen, and how two of them differ. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import type { Platform } from '../../runtime/core/platform.ts'
import type { Change, Snapshot } from '../audit/snapshot.ts'
import type { RankingList } from './heldList.ts'
import { lineKeys } from './lineKeys.ts'
import { type Result, resultText } from './resultText.ts'
import { versionLines } from './versionLines.ts'

const ENTITY = 'ranking.award'
/** Shown to those who approve. */
const MAX = 500

type Line = Result & { id: string; name: string; school?: string | null }
declare module '../audit/snapshot.ts' {
  interface SnapshotTypes {
    'ranking.award': Line
  }
}

/** The lines of the version that is worked on; the id of a line is what it is known by in every version. */
export async function linesSnapshot({ id, version }: RankingList, context: HandlerContext): Promise<Snapshot> {
  const lines = await versionLines(id, version, context)
  const keys = lineKeys(lines)
  return { [ENTITY]: lines.map(({ registrationId: _registration, workId: _work, ...line }, index) => ({ ...line, id: keys[index]! })) }
}

/** Line by line, as an approver reads it. */
export function describeLines(snapshot: Snapshot, platform: Platform): { field: LocalText; value: LocalText; matters: boolean }[] {
  return linesOf(snapshot)
    .slice(0, MAX)
    .map((line) => ({ field: nameOf(line), value: resultOf(line, platform), matters: true }))
}

/** Lines that were added, removed or changed. */
export function describeLineChanges(before: Snapshot, after: Snapshot, platform: Platform): Change[] {
  const old = new Map(linesOf(before).map((line) => [line.id, line]))
  const now = new Map(linesOf(after).map((line) => [line.id, line]))
  const changes = [...new Set([...now.keys(), ...old.keys()])].map((id): Change => {
    const [was, is] = [old.get(id), now.get(id)]
    return {
      field: nameOf((is ?? was)!),
      kind: !was ? 'added' : !is ? 'removed' : 'changed',
      before: was ? resultOf(was, platform) : null,
      after: is ? resultOf(is, platform) : null,
      matters: true,
    }
  })
  return changes.filter(({ before: was, after: is }) => was?.zh !== is?.zh).slice(0, MAX)
}

function linesOf(snapshot: Snapshot): Line[] {
  return snapshot[ENTITY] ?? []
}

function nameOf({ name, school }: Line): LocalText {
  const text = [name, school].filter(Boolean).join(' · ')
  return { zh: text, en: text }
}

function resultOf(line: Line, platform: Platform): LocalText {
  return { zh: resultText(line, platform, 'zh'), en: resultText(line, platform, 'en') }
}
