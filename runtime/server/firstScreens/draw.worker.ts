/** The thread that draws first screens. It has the renderer's code and what it is sent: no database and no rights. */
import { parentPort, workerData } from 'node:worker_threads'
import type { FirstAnswer, FirstScreen } from '../../core/wire.ts'

/** `kept`: large parts by name, sent once. */
export interface DrawOrder {
  id: number
  forget?: boolean
  kept: Readonly<Record<string, string>>
  boot: string
  page: string
  texts: string
  facts: Pick<FirstScreen, 'lang' | 'at' | 'phone'> & { answers: readonly FirstAnswer[] }
  /** Path and query. */
  address: string
}

export interface Drawing {
  html: string
  styles: string[]
  missing: readonly { call: string; params: Record<string, unknown> }[]
  parts: string[]
}

export type DrawReply = { id: number; drawing: Drawing } | { id: number; failed: string }

interface Renderer {
  drawFirst(first: Omit<FirstScreen, 'parts'>, address: string, texts: Readonly<Record<string, string>>): Promise<Drawing>
}

const { drawFirst } = (await import((workerData as { renderer: string }).renderer)) as Renderer
const kept = new Map<string, unknown>()
let last: Promise<void> = Promise.resolve()

parentPort!.on('message', (order: DrawOrder) => {
  // one after the other: what is shown is state of modules
  last = last.then(() => draw(order))
})

async function draw({ id, forget, kept: parts, boot, page, texts, facts, address }: DrawOrder): Promise<void> {
  try {
    if (forget) kept.clear()
    for (const [name, json] of Object.entries(parts)) kept.set(name, JSON.parse(json))
    const first = { ...facts, boot: kept.get(boot), page: kept.get(page) } as Omit<FirstScreen, 'parts'>
    const drawing = await drawFirst(first, address, kept.get(texts) as Record<string, string>)
    tell({ id, drawing })
  } catch (error) {
    tell({ id, failed: String((error as Error)?.stack ?? error) })
  }
}

function tell(reply: DrawReply): void {
  parentPort!.postMessage(reply)
}
