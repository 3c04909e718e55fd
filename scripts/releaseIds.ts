/** `npm run release:ids`, once for each release: keeps the ids of its documents. From then on `npm run check` asks for an entry in the list of renames for
 *  each of them that disappears. */
import { writeFileSync } from 'node:fs'
import { listFiles } from './check/fileNames.ts'
import { idsOfFiles, RELEASED_FILE } from './check/renamedIds.ts'

const ids = idsOfFiles(listFiles(process.cwd()))
writeFileSync(RELEASED_FILE, `${ids.join('\n')}\n`)
console.log(`${ids.length} ids are in ${RELEASED_FILE}.`)
