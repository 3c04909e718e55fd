/** The thread that draws, started when the first page is asked for, and again when it has died. It is given no more than it can draw in time. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { FastifyBaseLogger } from 'fastify'
import type { Platform } from '../../core/platform.ts'
import type { Drawing, DrawOrder, DrawReply } from './draw.worker.ts'

/** A part that is made once for a platform. */
export interface Part {
  name: string
  json: string
}

export interface DrawTask extends Pick<DrawOrder, 'facts' | 'address'> {
  platform: Platform
  boot: Part
  page: Part
  texts: Part
}

export interface Drawer {
  /** Null: it cannot be drawn, or not now. */
  draw(task: DrawTask): Promise<Drawing | null>
  stop(): Promise<void>
}

const RENDERER = 'dist/drawing/drawFirst.js'
const WORKER = new URL('./draw.worker.ts', import.meta.url)
const MAX_WAITING = 24
const HEAP_MB = 256

/** @returns null without the built renderer */
export function createDrawer(projectDirectory: string, logger: FastifyBaseLogger): Drawer | null {
  const file = join(projectDirectory, RENDERER)
  if (!existsSync(file)) return null
  const waiting = new Map<number, (drawing: Drawing | null) => void>()
  let worker: Worker | null = null
  let sent = new Set<string>()
  let sentOf: Platform | null = null
  let next = 1

  function start(): Worker {
    const started = new Worker(WORKER, {
      workerData: { renderer: pathToFileURL(file).href },
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
      stderr: true,
    })
    // what libraries remark for developers of a browser; faults come as messages
    started.stderr.resume()
    started.unref()
    started.on('message', (reply: DrawReply) => {
      if ('failed' in reply) logger.warn({ fault: reply.failed }, 'a first screen could not be drawn')
      settle(reply.id, 'drawing' in reply ? reply.drawing : null)
    })
    started.on('error', (error) => logger.warn({ err: error }, 'the thread that draws first screens ended'))
    started.on('exit', () => {
      worker = null
      for (const id of [...waiting.keys()]) settle(id, null)
    })
    sent = new Set()
    return started
  }

  function settle(id: number, drawing: Drawing | null): void {
    waiting.get(id)?.(drawing)
    waiting.delete(id)
  }

  return {
    draw({ platform, boot, page, texts, facts, address }) {
      if (waiting.size >= MAX_WAITING) return Promise.resolve(null)
      worker ??= start()
      const forget = sentOf !== platform
      if (forget) sent = new Set()
      sentOf = platform
      const fresh = [boot, page, texts].filter(({ name }) => !sent.has(name))
      for (const { name } of fresh) sent.add(name)
      const id = next++
      const kept = Object.fromEntries(fresh.map(({ name, json }) => [name, json]))
      const order: DrawOrder = { id, forget, kept, boot: boot.name, page: page.name, texts: texts.name, facts, address }
      return new Promise((resolve) => {
        waiting.set(id, resolve)
        worker!.postMessage(order)
      })
    },
    async stop() {
      await worker?.terminate()
    },
  }
}
