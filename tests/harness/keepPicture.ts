/** For looking at screens: with PICTURES set to a folder, tests leave pictures there. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

const FOLDER = process.env.PICTURES

/** @param name  of the file, without its ending */
export async function keepPicture(page: Page, name: string): Promise<void> {
  if (!FOLDER) return
  mkdirSync(FOLDER, { recursive: true })
  await page.screenshot({ path: join(FOLDER, `${name}.png`) })
}

/** Of a visit that `keepPicture` looks at. */
export const PAINTED = FOLDER !== undefined
