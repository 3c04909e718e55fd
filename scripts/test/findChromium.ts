/** Finds the browser for the browser tests, and installs Debian's where the person running them may. */
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installPackages } from './installPackages.ts'

/** The same browser without the parts around the page: its tests cost a fifth less. */
export const SHELL = 'chromium-headless-shell'
const NAMES = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const ELSEWHERE = ['/usr/bin', '/snap/bin', '/opt/google/chrome', '/Applications/Google Chrome.app/Contents/MacOS']
const FONTS = 'fonts-noto-cjk'
const PACKAGES = ['chromium', FONTS]

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

/** For tests, where a page lives for seconds: what the optimising compilers would make is hardly run. A tenth of its work. */
export const SHORT_LIVED_FLAGS = [...CHROMIUM_FLAGS, '--js-flags=--no-opt --no-maglev']

/** @returns path of a Chromium: CHROMIUM_PATH, else one on PATH or in a usual place; null when there is none */
export function findChromium(): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...ELSEWHERE]
  const usual = [...NAMES, 'Google Chrome', 'chrome'].flatMap((name) => folders.map((folder) => join(folder, name)))
  return [process.env.CHROMIUM_PATH ?? '', ...usual].find(canRun) ?? null
}

/**
 * @returns path of a Chromium. Installed by apt when there is none; as root (a container, a build machine) its shell is added where it is missing.
 * @throws  Error that names what to install, when we may not
 */
export function ensureChromium(): string {
  const present = findChromium()
  if (present && (process.env.CHROMIUM_PATH || present.endsWith(SHELL))) return present
  if (process.getuid?.() === 0) installPackages([SHELL, FONTS])
  const found = findChromium() ?? (installPackages(PACKAGES) ? findChromium() : null)
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
