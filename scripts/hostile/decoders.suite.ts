/** Every decoder with bombs of growing size, and with files whose bytes were changed at random: each is refused or read, the process of the server decodes none, and another call
 *  beside them is answered as fast as without them. */

import { AgonError } from '../../runtime/core/errors.ts'
import * as planted from '../../tests/server/review/plantedFiles.ts'
import { BOMBS } from '../../tests/server/services/bombs.ts'
import type { HostileCase, HostileSuite } from './HostileSuite.ts'
import { openServer } from './openServer.ts'

const MEGABYTES = [60, 300]
const CHANGED_FILES = 40
/** Share of the bytes of a file that are changed. */
const CHANGED_BYTES = 0.002
const CALLS = 400
/** Times the quiet one. */
const SLOWEST = 2
/** Below this many ms a ratio says nothing. */
const NOISE_MS = 15
const PATH = '/health/ready'
const MP4 = 'video/mp4'
const TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  mp4: MP4,
  pdf: 'application/pdf',
}
const OFFICE = 'application/vnd.openxmlformats-officedocument'

const suite: HostileSuite = {
  title: 'files that unpack to too much, or are damaged',
  async open() {
    const { server, address, close } = await openServer()
    const { decoders } = server.deps.services
    const send = (decoder: string, bytes: Uint8Array, data: unknown) =>
      decoders.run(decoder, bytes, data as never, { whose: decoder, name: 'file' })
    const bombs = BOMBS.flatMap((bomb) =>
      MEGABYTES.map(
        (megabytes): HostileCase => ({
          title: `${bomb.decoder}: ${bomb.what} of ${megabytes} MB`,
          async run() {
            const bytes = bomb.bytes(megabytes)
            const quiet = await slowest(address, async () => {})
            const beside = await slowest(address, () => refused(send(bomb.decoder, bytes, bomb.data), bomb.refusal))
            if (beside > Math.max(quiet * SLOWEST, NOISE_MS))
              throw new Error(`p99 beside it ${beside.toFixed(1)} ms, quiet ${quiet.toFixed(1)} ms`)
            return `${bytes.length} bytes; p99 quiet ${quiet.toFixed(1)} ms, beside it ${beside.toFixed(1)} ms`
          },
        }),
      ),
    )
    const makers = [
      planted.plantedDocx,
      planted.plantedXlsx,
      planted.plantedPptx,
      planted.plantedPdf,
      planted.plantedJpeg,
      planted.plantedPng,
      planted.plantedGif,
      planted.plantedWebp,
      planted.plantedMp4,
    ]
    const damaged = makers.map(
      (make): HostileCase => ({
        title: `review.copy: ${CHANGED_FILES} damaged files of ${make.name}`,
        run: async () => damagedCopies(await make(), send),
      }),
    )
    return {
      cases: [...bombs, ...damaged],
      close,
    }
  },
}
export default suite

async function refused(running: Promise<unknown>, code: string): Promise<void> {
  const error = await running.then(
    () => null,
    (failure: unknown) => failure,
  )
  if (!(error instanceof AgonError && error.code === code)) throw new Error(`it was not refused with ${code}: ${String(error)}`)
}

/** Each is refused, withheld or copied; never a fault of ours. */
async function damagedCopies(
  { name, bytes }: planted.Planted,
  send: (decoder: string, bytes: Uint8Array, data: unknown) => Promise<unknown>,
): Promise<string> {
  const ending = name.split('.').at(-1)!
  const type =
    TYPES[ending] ??
    `${OFFICE}.${{ docx: 'wordprocessingml.document', xlsx: 'spreadsheetml.sheet', pptx: 'presentationml.presentation' }[ending]}`
  const counts: Record<string, number> = {}
  for (let at = 0; at < CHANGED_FILES; at++) {
    const changed = Buffer.from(bytes)
    for (let change = 0; change < Math.max(1, bytes.length * CHANGED_BYTES); change++)
      changed[Math.floor(Math.random() * changed.length)] = Math.floor(Math.random() * 256)
    const outcome = await send('review.copy', changed, { type }).then(
      (reply) => String((reply as { value: unknown }).value ?? 'copied'),
      (error: unknown) => {
        if (error instanceof AgonError && error.code.startsWith('FILE_')) return error.code
        throw error
      },
    )
    counts[outcome] = (counts[outcome] ?? 0) + 1
  }
  return Object.entries(counts)
    .map(([outcome, count]) => `${count} ${outcome}`)
    .join(', ')
}

/** Milliseconds of the slowest of a hundred calls, while the work runs and as often as it takes. */
async function slowest(address: string, work: () => Promise<void>): Promise<number> {
  let isDone = false
  const working = work().finally(() => {
    isDone = true
  })
  const times: number[] = []
  while (times.length < CALLS || !isDone) {
    const begun = performance.now()
    await (await fetch(`${address}${PATH}`)).arrayBuffer()
    times.push(performance.now() - begun)
  }
  await working
  return times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.99)]!
}
