/** People who write through HAProxy: each signs up, votes and asks a question. What is not answered well is sent again with the same `Idempotency-Key`, as a client
 *  may, until it is. */
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { FRONT } from '../cluster/layout.ts'
import type { ClusterPerson, ClusterWorld } from '../cluster/world.ts'

export const KINDS = ['sign-up', 'vote', 'question'] as const
export type Kind = (typeof KINDS)[number]

/** A client gives a request up, in ms. */
const PATIENCE_MS = 30_000
const AGAIN_MS = 250

export interface Written {
  kind: Kind
  person: string
  /** When it was acknowledged. */
  at: number
  /** Requests until then. */
  tries: number
}
export interface Writes {
  acknowledged: Written[]
  /** Errors on the way, by what was said. */
  errors: Map<string, number>
  /** Never acknowledged. */
  open: Set<string>
  ask(person: ClusterPerson, kind: Kind): Promise<void>
  close(): void
}

const agent = new Agent({ keepAlive: true, maxSockets: 200 })

export function createWrites(world: ClusterWorld, isOver: () => boolean): Writes {
  const acknowledged: Written[] = []
  const errors = new Map<string, number>()
  const open = new Set<string>()
  return {
    acknowledged,
    errors,
    open,
    async ask(person, kind) {
      const name = `${kind} ${person.id}`
      open.add(name)
      for (let tries = 1; !isOver(); tries += 1) {
        const failure = await send(person, kind, world)
        if (failure === null) {
          open.delete(name)
          acknowledged.push({ kind, person: person.id, at: Date.now(), tries })
          return
        }
        errors.set(failure, (errors.get(failure) ?? 0) + 1)
        await pause(AGAIN_MS)
      }
    },
    close: () => agent.destroy(),
  }
}

/** @returns null when it is acknowledged, else what was said */
function send({ id, token, answers }: ClusterPerson, kind: Kind, { signUp, vote }: ClusterWorld): Promise<string | null> {
  const inputs: Record<Kind, [path: string, input: object]> = {
    'sign-up': ['web/competition/signup/personal', { ...signUp, agreement: true, answers }],
    vote: ['web/vote/pool', vote],
    question: ['web/question/ask', { competitionId: signUp.competitionId, text: `load ${id}: where do we meet?` }],
  }
  const [path, input] = inputs[kind]
  return post(`/api/${path}`, input, { authorization: `Bearer ${token}`, 'idempotency-key': `load-${kind}-${id}` })
}

function post(path: string, input: object, headers: Record<string, string>): Promise<string | null> {
  const body = JSON.stringify(input)
  const length = String(Buffer.byteLength(body))
  const all = { ...headers, 'content-type': 'application/json', 'content-length': length }
  return new Promise((resolve) => {
    const sent = request({ host: FRONT, port: 8080, path, method: 'POST', agent, headers: all, timeout: PATIENCE_MS }, (reply) => {
      let text = ''
      reply.on('data', (chunk) => (text += chunk))
      reply.on('error', ({ message }) => resolve(message))
      reply.on('end', () => resolve(verdict(reply.statusCode ?? 0, text)))
    })
    sent.on('timeout', () => sent.destroy(new Error(`no answer within ${PATIENCE_MS / 1000} s`)))
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    sent.end(body)
  })
}

function verdict(status: number, text: string): string | null {
  try {
    const reply = JSON.parse(text) as { code: number; error?: string }
    return reply.code === 0 ? null : `${status} ${reply.error ?? reply.code}`
  } catch {
    return `${status} of the proxy`
  }
}
