/** What a browser carries of its last write: a position in the write-ahead log, in a cookie, so that every node knows which replicas have that write. Someone who keeps no cookies is
 *  answered by the primary once signed in. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Session } from '../../core/contracts.ts'
import type { AppDocument } from '../../core/documents.ts'
import type { Replica } from '../database/replicas/openReplica.ts'
import type { Replicas } from '../database/replicas/openReplicas.ts'

const NAME = 'agon.lastWrite'
/** The primary did not tell a position: it answers all for this time. */
const UNKNOWN = 'unknown'
const UNKNOWN_SECONDS = 10
const POSITION = /^[0-9a-f]{1,16}$/

export interface LastWriteParts {
  replicas: Replicas
  app: AppDocument
  request: FastifyRequest
  reply: FastifyReply
}

/** The replica that answers a read; undefined: the primary. The browser asks for the newest where the server has just reported a change to it. */
export async function replicaFor(parts: LastWriteParts, { userId }: Session): Promise<Replica | undefined> {
  const { replicas, request, app } = parts
  const known = request.cookies[nameIn(app)]
  const isMarked = known !== undefined && POSITION.test(known)
  if (known === undefined && userId !== null) await keepPosition(parts)
  if (request.headers['x-newest'] !== undefined || (userId !== null && !isMarked) || known === UNKNOWN) {
    replicas.counted('newest')
    return undefined
  }
  const replica = replicas.choose(isMarked ? BigInt(`0x${known}`) : null, userId ?? request.ip)
  if (replica) replicas.counted('replica')
  else replicas.counted(isMarked && replicas.choose(null, '') ? 'ownWrite' : 'noReplica')
  return replica ?? undefined
}

/** All that was committed until now is there for this browser from now on. */
export async function keepPosition({ replicas, app, request, reply }: LastWriteParts): Promise<void> {
  const position = await replicas.position().catch(() => null)
  const { domain } = app.cookies
  reply.setCookie(nameIn(app), position === null ? UNKNOWN : position.toString(16), {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: request.protocol === 'https',
    ...(domain ? { domain } : {}),
    ...(position === null ? { maxAge: UNKNOWN_SECONDS } : {}),
  })
}

/** Environments of one host have cookies of their own. */
function nameIn({ session }: AppDocument): string {
  return NAME + session.storageSuffix
}
