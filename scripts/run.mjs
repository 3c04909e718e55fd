// Runs a TypeScript script on the project's own Node (24): `node scripts/run.mjs scripts/start.ts --dev`. In place when this already is that
// Node, else in a child that gets our signals and whose end is ours.
import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const FIRST_NODE_WITH_TYPES = 24
const [script, ...rest] = process.argv.slice(2)
const project = fileURLToPath(new URL('..', import.meta.url))

if (Number(process.versions.node.split('.')[0]) >= FIRST_NODE_WITH_TYPES) {
  process.argv.splice(1, 1)
  await import(pathToFileURL(resolve(script)).href)
} else {
  const child = spawn(join(project, 'node_modules', '.bin', 'node'), [...process.execArgv, script, ...rest], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
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
