/** Recomputes a ranking file from its own inputs. Pure: needs neither the platform nor a database. */
import { canonicalJson } from '../../../runtime/core/documents/contentHash.ts'
import { computeRanking } from './computeRanking.ts'
import { FORMAT, FORMAT_VERSION, type RankingFile, type RankingLine } from './RankingFile.ts'
import { rankingHash } from './rankingHash.ts'

export interface RankingVerdict {
  /** Of its lines. */
  works: number
  reviews: number
  /** Of the content as it is. */
  hash: string
  /** What is wrong, in words; empty: the file tells the truth. */
  failures: string[]
}

/**
 * @param text      content of a file
 * @param expected  the hash that was published; without, the one in the file
 */
export function verifyRanking(text: string, expected?: string): RankingVerdict {
  const file = parsed(text)
  if (typeof file === 'string') return { works: 0, reviews: 0, hash: '', failures: [file] }
  const hash = rankingHash({ ...file })
  return {
    works: file.result.lines.length,
    reviews: file.rounds.reduce((sum, { reviews }) => sum + reviews.length, 0),
    hash,
    failures: [...hashFailures(file.hash, hash, expected), ...resultFailures(file)],
  }
}

function parsed(text: string): RankingFile | string {
  let file: Partial<RankingFile> | null
  try {
    file = JSON.parse(text)
  } catch (error) {
    return `This is no JSON: ${(error as Error).message}. Expected a ranking file, as “Download” of a ranking gives it.`
  }
  if (file?.format !== FORMAT) return `"format" is ${JSON.stringify(file?.format)}, expected "${FORMAT}": this is no ranking file.`
  if (file.formatVersion !== 1 && file.formatVersion !== FORMAT_VERSION)
    return `"formatVersion" is ${JSON.stringify(file.formatVersion)}; this program reads 1 and ${FORMAT_VERSION}. Use the version of Agon that wrote the file.`
  const lacking = (['rule', 'rounds', 'works', 'result'] as const).find((name) => typeof file[name] !== 'object' || file[name] === null)
  return lacking ? `"${lacking}" is missing: the file is not whole.` : (file as RankingFile)
}

function hashFailures(stored: unknown, hash: string, expected: string | undefined): string[] {
  const failures = stored === hash ? [] : [`The content was changed: it has the hash ${hash}, the file says ${stored}.`]
  return expected === undefined || expected === hash ? failures : [...failures, `The published hash is ${expected}, this file has ${hash}.`]
}

function resultFailures(file: RankingFile): string[] {
  let result: RankingFile['result']
  try {
    result = computeRanking(file)
  } catch (error) {
    return [`The ranking cannot be computed from the inputs in the file (${(error as Error).message}).`]
  }
  const at = longer(result.lines, file.result.lines).findIndex((_, line) => !isSame(result.lines[line], file.result.lines[line]))
  if (at >= 0) return [`Line ${at + 1} differs: the file says ${shown(file.result.lines[at])}, its inputs give ${shown(result.lines[at])}.`]
  return isSame(result, file.result) ? [] : ['The order is the same, but works without a rank or the borders of prizes differ.']
}

const isSame = (one: unknown, other: unknown) => canonicalJson(one ?? null) === canonicalJson(other ?? null)
const longer = <T>(one: readonly T[], other: readonly T[]) => (one.length > other.length ? one : other)

function shown(line: RankingLine | undefined): string {
  return line
    ? `work ${line.work} at rank ${line.rank} with ${line.score} points${line.quota === null ? '' : ` and prize ${line.quota + 1}`}`
    : 'that there is no such line'
}
