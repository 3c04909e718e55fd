/** `npm run test:long`: the tests that are complete, and too long for every change: the files whose tests ask for `LONG`. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureChromium } from './test/findChromium.ts'
import { runVitest } from './test/runVitest.ts'

process.env.LONG = '1'
process.env.CHROMIUM_PATH = ensureChromium()
const files = readdirSync('tests', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => join('tests', file))
const { passed, failed } = await runVitest(files.filter((file) => readFileSync(file, 'utf8').includes('process.env.LONG')))
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
