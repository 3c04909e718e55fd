/** Replies to the author of an enquiry or an application: in the inbox of an account, and by email to an address that was left. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import type { Lang } from '../../runtime/core/platform.ts'

interface ReplyInput {
  id: string
  target: 'message' | 'application'
  reply: string
  done?: boolean
}
interface Sender {
  name: string
  number: string
  question: string
  userId: string | null
  mail: string | null
  lang: Lang | null
}

export default defineHandler('support.reply', async ({ id, target, reply, done = false }, context) => {
  await context.lock(`support.${target}`, id)
  const sender = await readSender(target, id, context)
  const state = done ? ('done' as const) : ('working' as const)
  const at = context.now.toISOString()
  const values = { reply, repliedAt: at, answeredAt: at, handlerId: context.session.userId }
  await context.rows.transitionWhere(target === 'message' ? 'support.life' : 'support.applicationLife', state, { id }, values)
  return { id, state, told: await tell(sender, reply, context) }
})

async function readSender(target: ReplyInput['target'], id: string, { db, fail }: HandlerContext): Promise<Sender> {
  const row = await db.selectFrom(`support_${target}`).selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return fail('NOT_FOUND', { entity: `support.${target}`, id })
  const isMessage = target === 'message'
  const contact = String(isMessage ? row.contact : row.email)
  return {
    name: row.name,
    number: `${isMessage ? 'M' : 'A'}${id}`,
    question: isMessage ? row.content : row.need,
    userId: row.userId === null ? null : row.userId,
    mail: contact.includes('@') ? contact : null,
    lang: row.lang as Lang | null,
  }
}

async function tell(
  { userId, mail, lang, name, number, question }: Sender,
  reply: string,
  context: HandlerContext,
): Promise<('message' | 'mail')[]> {
  const words = { name, number, question, reply }
  if (userId) await context.messages.send('support.replied', { userId }, words)
  if (mail)
    await context.messages.send('support.repliedByMail', { userId: userId ?? undefined, address: mail, lang: lang ?? undefined }, words)
  return [...(userId ? (['message'] as const) : []), ...(mail ? (['mail'] as const) : [])]
}
