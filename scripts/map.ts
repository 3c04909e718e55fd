/** `npm run map -- hotel`: all of an area on one page: its documents, code, texts and tests; what it uses of other areas, and who uses it. Without a name: the
 *  areas, with how many others each uses and is used by. Reads files alone. */
import { resolve } from 'node:path'
import { areaMap, areaNames } from './map/areaMap.ts'
import { printMap, printNames } from './map/printMap.ts'

const root = resolve(import.meta.dirname, '..')
const [area] = process.argv.slice(2)
const known = areaNames(root)
if (area === undefined) console.log(printNames(known, root))
else if (known.includes(area)) console.log(printMap(areaMap(area, root)))
else {
  console.error(`There is no area "${area}". Areas: ${known.join(', ')}`)
  process.exitCode = 1
}
