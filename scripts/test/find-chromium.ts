/** Finds the browser for the browser tests, and installs Debian's where the person running them may. */
import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const ELSEWHERE = ['/usr/bin', '/snap/bin', '/opt/google/chrome', '/Applications/Google Chrome.app/Contents/MacOS']
const PACKAGES = ['chromium', 'fonts-noto-cjk']

/** How tests and benchmarks start it: without a window, and without asking hosts of its maker. */
export const CHROMIUM_FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Playwright's own list would be replaced by ours; those of it that matter to pages are repeated. The rest are pages of the browser's own
  // address bar, which a window without a person loads anew for each page: a third of its work.
  '--disable-features=PaintHolding,MediaRouter,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,ThirdPartyStoragePartitioning,WebUIOmniboxPopup,WebUIOmniboxAimPopup',
]

/** @returns path of a Chromium: CHROMIUM_PATH, else one on PATH or in a usual place; null when there is none */
export function findChromium(): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...ELSEWHERE]
  const usual = folders.flatMap((folder) => [...NAMES, 'Google Chrome', 'chrome'].map((name) => join(folder, name)))
  return [process.env.CHROMIUM_PATH ?? '', ...usual].find(canRun) ?? null
}

/**
 * @returns path of a Chromium, installed by apt when there was none
 * @throws  Error that names what to install, when we may not
 */
export function ensureChromium(): string {
  const found = findChromium() ?? (installByApt() ? findChromium() : null)
  if (found) return found
  throw new Error(
    `No Chromium was found for the browser tests. Install the packages ${PACKAGES.join(' and ')} ` +
      `(Debian: sudo apt-get update && sudo apt-get install ${PACKAGES.join(' ')}), or set CHROMIUM_PATH to one.`,
  )
}

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return file !== ''
  } catch {
    return false
  }
}

function installByApt(): boolean {
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  if (sudo.length > 0 && !succeeds([...sudo, 'true'])) return false
  if (!succeeds(['apt-get', '--version'])) return false
  console.log(`Installing ${PACKAGES.join(' and ')} with apt ...`)
  const apt = [...sudo, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get']
  return succeeds([...apt, 'update', '-q'], true) && succeeds([...apt, 'install', '-q', '-y', '--no-install-recommends', ...PACKAGES], true)
}

function succeeds([program = '', ...args]: string[], show = false): boolean {
  return spawnSync(program, args, { stdio: show ? 'inherit' : 'ignore' }).status === 0
}
