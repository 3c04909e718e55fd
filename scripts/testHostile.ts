/** `npm run test:hostile [SUITE ...]`: what attackers send, for longer than `npm test` may take. A suite is `scripts/hostile/<name>.suite.ts`; all run when none is named.
 *  Each prints what it tried, and the last line sums up. */
import { readdirSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { HostileCase, HostileSuite } from './hostile/HostileSuite.ts'

const FOLDER = `${import.meta.dirname}/hostile`
const ENDING = '.suite.ts'
/** Of one case. */
const MAX_SECONDS = 300

const known = readdirSync(FOLDER)
  .filter((file) => file.endsWith(ENDING))
  .map((file) => file.slice(0, -ENDING.length))
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !known.includes(name))
if (unknown.length > 0) {
  console.error(`no suite ${unknown.join(', ')}; known: ${known.join(', ')}`)
  process.exit(1)
}
const counts = { passed: 0, failed: 0 }
for (const name of asked.length > 0 ? asked : known) {
  const { default: suite } = (await import(pathToFileURL(`${FOLDER}/${name}${ENDING}`).href)) as { default: HostileSuite }
  console.log(`\n== ${name}: ${suite.title}`)
  const world = await suite.open()
  for (const each of world.cases) await runCase(each)
  await world.close()
}
console.log(`\n${counts.passed} passed, ${counts.failed} failed`)
process.exit(counts.failed === 0 ? 0 : 1)

async function runCase({ title, run }: HostileCase): Promise<void> {
  const begun = performance.now()
  const seconds = () => ((performance.now() - begun) / 1000).toFixed(1)
  try {
    const outcome = await Promise.race([run(), late()])
    counts.passed += 1
    console.log(`ok    ${title}${outcome ? `: ${outcome}` : ''} (${seconds()} s)`)
  } catch (error) {
    counts.failed += 1
    console.log(`FAIL  ${title} (${seconds()} s)\n      ${error instanceof Error ? error.message : String(error)}`)
  }
}

function late(): Promise<never> {
  return new Promise((_, reject) => setTimeout(() => reject(new Error(`took more than ${MAX_SECONDS} s`)), MAX_SECONDS * 1000).unref())
}
