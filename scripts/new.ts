/** `npm run new -- area inventory "器材|Equipment" "name: string 60 | 名称 | Name" ...`: writes the documents of a new area, its entry in the menu of
 *  the administration and its first test. Nothing is written when something is wrong. `--permission` names who may; default managePlatform. */
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readArea } from './new/readArea.ts'
import { writeArea } from './new/writeArea.ts'

try {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { permission: { type: 'string' } } })
  const root = resolve(import.meta.dirname, '..')
  const area = readArea(positionals, values.permission)
  const files = writeArea(root, area)
  spawnSync(process.execPath, ['scripts/generate.ts'], { cwd: root, stdio: 'inherit' })
  spawnSync(process.execPath, ['node_modules/@biomejs/biome/bin/biome', 'format', '--write', `tests/server/${area.name}`], { cwd: root })
  console.log(
    [...files.map((file) => `wrote ${file}`), '', `Next: npm run dev, then open /admin/${area.name} as an administrator.`].join('\n'),
  )
  console.log(`Change labels and limits in schemas/${area.name}; docs/language.md says what else a document can.`)
  console.log(`npm test -- tests/server/${area.name} runs its test.`)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
