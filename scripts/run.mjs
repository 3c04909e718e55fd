// Runs a TypeScript script on the project's own Node (24): `node scripts/run.mjs scripts/start.ts --dev`. In place when this already is that
// Node, else in a child that gets our signals and whose end is ours. `--lean` before the script: as a server that stays small.
import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { followParent } from './start/followParent.mjs'
import { LEAN_ENVIRONMENT, LEAN_FLAGS } from './start/lean.mjs'

const FIRST_NODE_WITH_TYPES = 24
const lean = process.argv[2] === '--lean'
const [script, ...rest] = process.argv.slice(lean ? 3 : 2)
const flags = lean ? LEAN_FLAGS : []
const env = lean ? { ...LEAN_ENVIRONMENT, ...process.env } : process.env
const project = fileURLToPath(new URL('..', import.meta.url))

if (Number(process.versions.node.split('.')[0]) >= FIRST_NODE_WITH_TYPES) {
  // flags and the environment of the C library only apply at the very start: the same process starts again, so there is no parent to watch
  if (lean) process.execve?.(process.execPath, [process.execPath, ...flags, ...process.execArgv, script, ...rest], env)
  process.argv.splice(1, lean ? 2 : 1)
  await import(pathToFileURL(resolve(script)).href)
} else {
  const child = spawn(join(project, 'node_modules', '.bin', 'node'), [...flags, ...process.execArgv, script, ...rest], {
    env,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR2']) process.on(signal, () => child.kill(signal))
  followParent(() => child.kill('SIGTERM'))
  child.on('error', (error) => {
    console.error(`Node ${FIRST_NODE_WITH_TYPES} of this project could not be run (${error.message}). Run: npm ci`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => {
    if (!signal) process.exit(code ?? 1)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}
