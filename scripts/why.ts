/** `npm run why -- FILE`: what to know of a document or a code file before changing it: its area, what it is, who refers to it, which tests name it and which rules
 *  they hold, which decisions speak of it, its history in one line. The id of a document does as well. Reads files alone. */
import { resolve } from 'node:path'
import { printWhy } from './why/printWhy.ts'
import { whyFile } from './why/whyFile.ts'

const [asked] = process.argv.slice(2)
try {
  if (asked === undefined) throw new Error('Say which file: npm run why -- schemas/signup/approve.call.json, or signup.approve')
  console.log(printWhy(whyFile(asked, resolve(import.meta.dirname, '..'))))
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
