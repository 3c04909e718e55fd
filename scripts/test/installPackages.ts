/** What tests need and npm does not have comes from Debian's packages. */
import { spawnSync } from 'node:child_process'

/** Another installation of the same moment is waited for, in s. */
const LOCK_PATIENCE = 300

/** Package lists may be old or missing: they are only fetched when it does not work without. @returns false where we may not, or there is no apt */
export function installPackages(packages: string[]): boolean {
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  if (sudo.length > 0 && !succeeds([...sudo, 'true'])) return false
  if (!succeeds(['apt-get', '--version'])) return false
  console.log(`Installing ${packages.join(' and ')} with apt ...`)
  const options = ['-q', '-o', 'Acquire::http::Timeout=10', '-o', `DPkg::Lock::Timeout=${LOCK_PATIENCE}`]
  const apt = [...sudo, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...options]
  const install = [...apt, 'install', '-y', '--no-install-recommends', ...packages]
  return succeeds(install) || (succeeds([...apt, 'update'], true) && succeeds(install, true))
}

function succeeds([program = '', ...args]: string[], show = false): boolean {
  return spawnSync(program, args, { stdio: show ? 'inherit' : 'ignore' }).status === 0
}
