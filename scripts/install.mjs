// Runs before start, dev and test, on any Node from 20 and without dependencies: installs the locked packages when `node_modules` does not hold
// exactly them. npm writes `node_modules/.package-lock.json` last, so an interrupted installation counts as none.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const OLDEST_NODE = 20
const project = fileURLToPath(new URL('..', import.meta.url))
const modules = join(project, 'node_modules')

if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) stop(`Agon needs Node ${OLDEST_NODE} or newer; this is ${process.version}.`)
if (!isInstalled()) install()

function isInstalled() {
  if (!existsSync(join(modules, '.bin', 'node'))) return false
  const wanted = packagesOf(join(project, 'package-lock.json'))
  const found = packagesOf(join(modules, '.package-lock.json'))
  return Object.entries(wanted).every(
    ([path, { version, optional }]) => path === '' || (found[path] ? found[path].version === version : optional === true),
  )
}

function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return {}
  }
}

/** Not with the Node inside `node_modules`: it is replaced by the installation. */
function install() {
  console.log('Installing packages (needed once, takes a minute or two) ...')
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
  // Packages may want a newer Node than the machine's: they will run on ours, so npm's warnings about it would only worry.
  const flags = ['ci', '--include=dev', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']
  const { npm_execpath: npm, npm_node_execpath: node } = process.env
  const [file, args] = npm && node && !node.startsWith(modules) ? [node, [npm, ...flags]] : ['npm', flags]
  const { status, error } = spawnSync(file, args, { cwd: project, stdio: 'inherit', env: { ...process.env, PATH: path.join(delimiter) } })
  if (error) stop(`npm could not be run: ${error.message}`)
  if (status !== 0)
    stop('The packages could not be installed (see above). Without a network they cannot be fetched: connect, then run the command again.')
  if (!existsSync(join(modules, '.bin', 'node')))
    stop('The package "node" is missing: its install script did not run. Allow install scripts: npm config set ignore-scripts false')
}

function stop(message) {
  console.error(`\n${message}`)
  process.exit(1)
}
