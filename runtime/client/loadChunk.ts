/** Code that is loaded on demand: asked for again once when it does not come, and given up after two minutes (spec 9). */

const TIMEOUT_MS = 120_000

/** A part of the client did not arrive, twice: the network is gone, or the platform was renewed and the page is of before. */
export class ChunkFailed extends Error {
  override name = 'ChunkFailed'
}

/**
 * @param load  an `import()` and nothing after it
 * @throws ChunkFailed
 */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await inTime(load())
  } catch (first) {
    return inTime(loadAgain(load, first)).catch((error: unknown) => {
      throw new ChunkFailed('a part of the client did not load', { cause: error })
    })
  }
}

/** A page remembers that a module did not come and never asks for it again (HTML, "module map"): only another address is asked for. The browser's
 *  message names the one that failed; what follows `#` stays in the browser. */
function loadAgain<T>(load: () => Promise<T>, failure: unknown): Promise<T> {
  const address = /https?:\S+\.js\b/.exec(String(failure))?.[0]
  return address?.startsWith(`${location.origin}/`) ? import(/* @vite-ignore */ `${address}#again`) : load()
}

function inTime<T>(loading: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('timeout')), TIMEOUT_MS)
  })
  return Promise.race([loading, late]).finally(() => clearTimeout(timer))
}
