/** `npm run spec`: of each area how many rules tests hold, and how many of its calls and pages a test asks for. `npm run spec -- pay`: the rules of an area in words, and
 *  each of its calls and pages with its tests. Reads files alone. */
import { resolve } from 'node:path'
import { readSources } from './check/readSources.ts'
import { readPlatform } from './map/areaMap.ts'
import { askedOf } from './spec/coverage.ts'
import { printArea, printOverview } from './spec/printSpec.ts'
import { isTest, rulesByArea } from './spec/specPages.ts'

const root = resolve(import.meta.dirname, '..')
const [area] = process.argv.slice(2)
const sources = readSources(root)
const tests = sources.filter(isTest)
const byArea = rulesByArea(sources, root)
const { platform } = readPlatform(root)
if (area === undefined) console.log(printOverview(byArea, askedOf(platform, tests)))
else if (byArea.has(area) || askedOf(platform, [], area).length > 0)
  console.log(printArea(area, byArea.get(area) ?? [], askedOf(platform, tests, area)))
else {
  console.error(`There is no area "${area}". Areas: ${[...byArea.keys()].join(', ')}`)
  process.exitCode = 1
}
