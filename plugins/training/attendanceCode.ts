/** The code that the organiser shows during a session. It follows from a secret of the platform and changes every half minute, so that a photo of it is soon useless. */
import { createHash } from 'node:crypto'
import type { HandlerContext } from '../../runtime/core/contracts.ts'

const STEP_MS = 30_000
const DIGITS = 6

type Signer = Pick<HandlerContext, 'people' | 'now'>

/** Six digits, and when they are replaced. The ones before are good until then, too. */
export async function currentCode(sessionId: string, context: Signer): Promise<{ code: string; until: string }> {
  const step = stepOf(context.now)
  return { code: await codeOf(sessionId, step, context), until: new Date((step + 1) * STEP_MS).toISOString() }
}

/** Whether a code is that of the present step of time or of the one before. */
export async function isCurrentCode(sessionId: string, code: string, context: Signer): Promise<boolean> {
  const step = stepOf(context.now)
  return code === (await codeOf(sessionId, step, context)) || code === (await codeOf(sessionId, step - 1, context))
}

const stepOf = (now: Date) => Math.floor(now.getTime() / STEP_MS)

async function codeOf(sessionId: string, step: number, { people }: Signer): Promise<string> {
  const secret = await people.signed.derive('training.attendance', `${sessionId}:${step}`)
  const number = createHash('sha256').update(secret).digest().readUIntBE(0, DIGITS)
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}
