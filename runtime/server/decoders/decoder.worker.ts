/** The process in which bytes from outside are decoded: one file after the other, by the decoder that the server names. It has no database, no settings, no network that it
 *  knows of, and may not write files. It ends itself when it needs too much memory or time. */
import { readFile } from 'node:fs/promises'
import { DECODING, type Decoder, type DecoderTools } from '../../core/contracts.ts'
import { AgonError } from '../../core/errors.ts'
import type { DecodeOrder, DecodeReply } from '../decoding/DecoderProcess.ts'
import { boundedUnzip } from './boundedUnzip.ts'
import { inspectPdf } from './inspectPdf.ts'
import { watchLimits } from './watchLimits.ts'

// the server has ended: no one waits for the result
process.on('disconnect', () => process.exit())
Object.assign(globalThis, { [DECODING]: true })
const limit = await watchLimits()
process.on('message', (order: DecodeOrder) => {
  limit(order.seconds)
  void decode(order).then((reply) => {
    limit(null)
    process.send!(reply)
  })
})

const TOOLS: DecoderTools = {
  unzip: boundedUnzip,
  assertPdf: (bytes) => inspectPdf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), ''),
}

async function decode({ decoder, path, bytes, data }: DecodeOrder): Promise<DecodeReply> {
  try {
    const { default: module } = (await import(decoder)) as { default: Decoder<unknown, unknown> }
    return await module.run(bytes ?? (await readFile(path!)), data, TOOLS)
  } catch (error) {
    if (error instanceof AgonError) return { failed: { code: error.code, details: error.details } }
    return { broken: String((error as Error)?.stack ?? error) }
  }
}
