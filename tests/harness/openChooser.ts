/** A browser's window for choosing files. */
import type { FileChooser, Page } from 'playwright-core'

/** Does what opens it. The page is asked something in between: keys travel to it by another way than the order to hand the window over, and a busy page
 *  would hear the key first. What it is asked comes behind the order. */
export async function openChooser(page: Page, act: () => Promise<void>): Promise<FileChooser> {
  const chooser = page.waitForEvent('filechooser')
  await page.evaluate(() => document.hasFocus())
  await act()
  return chooser
}
