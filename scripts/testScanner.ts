/** `npm run test:scanner`: uploads against a real daemon of ClamAV, which is started with a signature of our own and stopped again. Says so and ends well
 *  where none is installed. */
import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAME = 'clamd'
/** Where Debian keeps daemons, which is in no ordinary user's PATH. */
const DAEMONS = '/usr/sbin'

const clamd = findDaemon()
if (clamd === null) console.log('clamd is not installed (Debian: apt-get install clamav-daemon). Nothing was tested.')
else {
  const flags = ['node_modules/vitest/vitest.mjs', 'run', '--retry=0', 'tests/server/services/clamd.test.ts']
  const vitest = spawn(process.execPath, flags, { stdio: 'inherit', env: { ...process.env, CLAMD_PATH: clamd } })
  vitest.once('exit', (code) => process.exit(code ?? 1))
}

function findDaemon(): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), DAEMONS]
  return folders.map((folder) => join(folder, NAME)).find(isExecutable) ?? null
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
