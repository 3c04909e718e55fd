/** One process that decodes, as the server sees it. What it is asked ends in time: with an answer, or with the process. */
import { type ChildProcess, fork } from 'node:child_process'
import type { Socket } from 'node:net'
import { setPriority } from 'node:os'
import { AgonError } from '../../core/errors.ts'
import { DECODER_LIMITS } from './decoderLimits.ts'

/** A machine with other work gives a decoder its processor time over a longer while. */
const PATIENCE_SECONDS = 120
/** Behind the server. */
const NICENESS = 5
/** The end of what it wrote, for the log. */
const WORDS = 2000
const ENTRY = new URL('../decoders/decoder.worker.ts', import.meta.url)
/** It reads the decoders and the file, and writes nothing. Libraries for pictures are native. */
const FLAGS = ['--permission', '--allow-fs-read=*', '--allow-addons', '--allow-worker', `--max-old-space-size=${DECODER_LIMITS.heapMb}`]
/** Nothing of the server's settings. One file needs one core. */
const ENVIRONMENT = { UV_THREADPOOL_SIZE: '2', VIPS_CONCURRENCY: '1', MALLOC_ARENA_MAX: '2', NODE_NO_WARNINGS: '1' }

export interface DecodeOrder {
  /** Address of the module. */
  decoder: string
  path?: string
  bytes?: Uint8Array
  data: unknown
  /** Of processor time. */
  seconds: number
}
export type DecodeReply =
  | { value: unknown; bytes?: Uint8Array }
  | { failed: { code: string; details: Record<string, unknown> } }
  | { broken: string }

export class DecoderProcess {
  readonly #child: ChildProcess
  #isEnded = false
  #words = ''

  constructor() {
    const own = process.execArgv.filter((flag) => !flag.startsWith('--inspect'))
    this.#child = fork(ENTRY, {
      execArgv: [...own, ...FLAGS],
      env: ENVIRONMENT,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    this.#child.stderr!.setEncoding('utf8').on('data', (words: string) => {
      this.#words = (this.#words + words).slice(-WORDS)
    })
    ;(this.#child.stderr as Socket).unref()
    this.#child.on('exit', () => {
      this.#isEnded = true
    })
    this.#child.on('error', () => this.end())
    // people who wait for pages come first
    if (this.#child.pid !== undefined) setPriority(this.#child.pid, NICENESS)
    // a server that has nothing else to do ends, and this process with it
    this.#child.unref()
    this.#child.channel?.unref()
  }

  get isEnded(): boolean {
    return this.#isEnded
  }

  /** One at a time. @throws FILE_EXCESSIVE when it takes too long or too much memory: the process is gone then */
  ask(order: DecodeOrder): Promise<DecodeReply> {
    const child = this.#child
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(limit)
        child.off('message', hear)
        child.off('exit', gone)
        child.unref()
        child.channel?.unref()
      }
      const hear = (reply: DecodeReply) => {
        leave()
        resolve(reply)
      }
      const fail = (reason: 'time' | 'memory') => {
        leave()
        this.end()
        reject(new AgonError('FILE_EXCESSIVE', { reason }))
      }
      const gone = (code?: unknown, signal?: unknown) => {
        if (typeof code !== 'number') return fail(signal === 'SIGTERM' ? 'time' : 'memory')
        // no limit ended it: it could not begin
        hear({ broken: `the decoding process ended with ${code}. ${this.#words}` })
      }
      const limit = setTimeout(() => fail('time'), (order.seconds + PATIENCE_SECONDS) * 1000)
      if (this.#isEnded) return gone()
      child.ref()
      child.channel?.ref()
      child.on('message', hear)
      child.on('exit', gone)
      child.send(order, (error) => {
        if (error) gone()
      })
    })
  }

  end(): void {
    this.#isEnded = true
    this.#child.kill('SIGKILL')
  }
}
