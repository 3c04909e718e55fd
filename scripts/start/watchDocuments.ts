/** Development: builds the platform again when a document or text changes on disk. The server tells the browsers. */
import { join } from 'node:path'
import { describeError } from './describeError.ts'
import type { Mistakes } from './showMistakes.ts'
import { watchFolders } from './watchFolders.ts'

/** Editors write a file in several steps. */
const SETTLE_MS = 80

/** @returns stops watching */
export function watchDocuments(project: string, reload: () => Promise<void>, mistakes: Mistakes): () => void {
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  const stop = watchFolders(join(project, 'schemas'), (file) => {
    if (!file.endsWith('.json')) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      running = running.then(() => reloadAndTell(reload, file, mistakes))
    }, SETTLE_MS)
  })
  return () => {
    clearTimeout(timer)
    stop()
  }
}

async function reloadAndTell(reload: () => Promise<void>, file: string, mistakes: Mistakes): Promise<void> {
  const begun = performance.now()
  try {
    await reload()
    mistakes.clear()
    console.log(`documents reloaded after ${file} (${Math.round(performance.now() - begun)} ms)`)
  } catch (error) {
    mistakes.show(error)
    console.error(`documents NOT reloaded, the old ones keep serving:\n${describeError(error)}`)
  }
}
