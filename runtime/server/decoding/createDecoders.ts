/** Decodes what came from outside (documents, pictures, videos, archives) in processes of their own, of which few run at the same time. Their memory, their time and what a file may
 *  unpack to are bounded, so that a hostile file costs the server nothing but the refusal. Decoders are `plugins/**\/decoders/*.decoder.ts` and those of
 *  `runtime/server/decoders/`; nothing else may import a library that decodes (`npm run check`). */
import { pathToFileURL } from 'node:url'
import type { Decoded, Decoder, DecoderData, DecoderValue } from '../../core/contracts.ts'
import { AgonError } from '../../core/errors.ts'
import { createTurns } from '../computations/createTurns.ts'
import { findDecoders } from '../findPlugins.ts'
import type { ServerDeps } from '../serverContext.ts'
import { type DecodeOrder, type DecodeReply, DecoderProcess } from './DecoderProcess.ts'

const ALL = { running: 2, waiting: 60 }
/** Of one person: who sends many files has them looked at one by one. */
const EACH = { running: 1, waiting: 20 }
/** Of processor time. */
const SECONDS = 20
/** Of work in the background, which no one waits for. */
const BACKGROUND_SECONDS = 60
/** A process is kept for the next files. */
const IDLE_MS = 30_000
/** Files of one process: what a library keeps from one file ends with it. */
const MAX_FILES = 200

export interface DecodeCaller {
  /** The person, or what stands for one: only so much of each runs. */
  whose: string
  /** Of the file, for errors. */
  name: string
  background?: boolean
}

export interface DecodersService {
  /**
   * @param source  path of a file, or bytes
   * @throws FILE_EXCESSIVE, FILE_UNREADABLE, what the decoder refuses with, BUSY while too many wait
   */
  run<D extends Decoder>(
    decoder: D['name'],
    source: string | Uint8Array,
    data: DecoderData<D>,
    caller: DecodeCaller,
  ): Promise<Decoded<DecoderValue<D>>>
  stop(): void
}

interface DecoderParts {
  folders: readonly string[]
  logger: Pick<ServerDeps['logger'], 'warn'>
  /** Of processor time for one file. */
  seconds?: number
}

export function createDecoders({ folders, logger, seconds = SECONDS }: DecoderParts): DecodersService {
  const files = new Map(folders.flatMap(findDecoders).map(({ name, file }) => [name, pathToFileURL(file).href]))
  const inTurn = createTurns('a file to be read', ALL, EACH)
  const pool = createPool()
  return {
    run: (decoder, source, data, { whose, name, background }) =>
      inTurn(whose, async () => {
        const file = files.get(decoder)
        if (file === undefined) throw new AgonError('SERVER_FAULT', { message: `no decoder "${decoder}"` })
        const given = typeof source === 'string' ? { path: source } : { bytes: source }
        const reply = await pool
          .ask({ decoder: file, ...given, data, seconds: background ? BACKGROUND_SECONDS : seconds })
          .catch(named(name))
        if ('failed' in reply) throw named(name)(new AgonError(reply.failed.code, reply.failed.details))
        if ('broken' in reply) {
          logger.warn({ decoder, reason: reply.broken }, 'a file could not be decoded')
          throw new AgonError('FILE_UNREADABLE', { name })
        }
        return reply as never
      }),
    stop: pool.stop,
  }
}

/** The refusal says which file. */
function named(name: string) {
  return (error: unknown): never => {
    if (error instanceof AgonError) throw new AgonError(error.code, { name, ...error.details })
    throw error
  }
}

function createPool() {
  const free: { decoder: DecoderProcess; files: number; end: NodeJS.Timeout }[] = []
  const busy = new Set<DecoderProcess>()
  let isStopped = false
  const take = () => {
    for (let kept = free.pop(); kept; kept = free.pop()) {
      clearTimeout(kept.end)
      if (!kept.decoder.isEnded) return kept
    }
    return { decoder: new DecoderProcess(), files: 0 }
  }
  const keep = (decoder: DecoderProcess, files: number) => {
    if (decoder.isEnded || isStopped || files >= MAX_FILES) return decoder.end()
    const leave = () => {
      free.splice(
        free.findIndex((kept) => kept.decoder === decoder),
        1,
      )
      decoder.end()
    }
    free.push({ decoder, files, end: setTimeout(leave, IDLE_MS).unref() })
  }
  return {
    async ask(order: DecodeOrder): Promise<DecodeReply> {
      const { decoder, files } = take()
      busy.add(decoder)
      try {
        return await decoder.ask(order)
      } finally {
        busy.delete(decoder)
        keep(decoder, files + 1)
      }
    },
    stop() {
      isStopped = true
      for (const decoder of [...busy, ...free.map((kept) => kept.decoder)]) decoder.end()
    },
  }
}
