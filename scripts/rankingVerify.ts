/** `npm run ranking:verify FILE [HASH]`: computes a ranking file anew and says whether its order is the one its inputs give, and whether the file is as it was
 *  written. With HASH, also whether it is the file whose hash was published. Exit code 1 when not. Needs neither packages nor a database. */
import { readFileSync } from 'node:fs'
import { type RankingVerdict, verifyRanking } from '../plugins/ranking/compute/verifyRanking.ts'

const [path, expected] = process.argv.slice(2)
if (path === undefined) {
  console.error('Usage: npm run ranking:verify FILE [HASH]')
  process.exitCode = 1
} else {
  try {
    const verdict = verifyRanking(readFileSync(path, 'utf8'), expected)
    console.log(report(verdict))
    process.exitCode = verdict.failures.length > 0 ? 1 : 0
  } catch (error) {
    console.error(`${path} cannot be read: ${(error as Error).message}`)
    process.exitCode = 1
  }
}

function report({ works, reviews, hash, failures }: RankingVerdict): string {
  if (failures.length > 0) return ['NOT THE SAME', ...failures].join('\n')
  return `same order: ${works} works from ${reviews} reviews\nhash ${hash}`
}
