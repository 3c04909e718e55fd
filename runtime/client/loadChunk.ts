/** Code that is loaded on demand: asked for again once when it does not come, and given up after two minutes (spec 9). */

const TIMEOUT_MS = 120_000

/** A part of the client did not arrive, twice: the network is gone, or the platform was renewed and the page is of before. */
export class ChunkFailed extends Error {
  override name = 'ChunkFailed'
}

/** @throws ChunkFailed */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await inTime(load())
  } catch {
    return inTime(load()).catch((error: unknown) => {
      throw new ChunkFailed('a part of the client did not load', { cause: error })
    })
  }
}

function inTime<T>(loading: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('timeout')), TIMEOUT_MS)
  })
  return Promise.race([loading, late]).finally(() => clearTimeout(timer))
}
