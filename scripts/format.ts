/** `npm run format`: prints all documents in their one form, then lets biome format the code and what JSON is left. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { printedFiles } from './format/printedFiles.ts'

const root = resolve(import.meta.dirname, '..')
const changed = printedFiles(root).filter(({ text, printed }) => printed !== text)
for (const { file, printed } of changed) {
  writeFileSync(join(root, file), printed)
  console.log(`printed ${file}`)
}
const biome = ['node_modules/@biomejs/biome/bin/biome', 'format', '--write', '.']
process.exitCode = spawnSync(process.execPath, biome, { cwd: root, stdio: 'inherit' }).status ?? 1
