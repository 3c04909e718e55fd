/** The inbox: own messages in the language of the reader, newest first. */

import { sql } from 'kysely'
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { knownTemplate, wordsFor } from '../../runtime/core/knownNames.ts'
import { searchForm } from '../../runtime/core/values/normaliseText.ts'
import { textHtml } from '../../runtime/core/values/textHtml.ts'
import { ownMessages } from './inbox.ts'

export default defineHandler('message.mine', async ({ pageNum = 1, pageSize = 20, unread = false, search }, context) => {
  let found = ownMessages(context).where('removedAt', 'is', null)
  if (unread) found = found.where('readAt', 'is', null)
  if (search) found = found.where(sql<boolean>`platform_finds("variables"::text, ${searchForm(search)})`)
  const [rows, { total }, { unreadTotal }] = await Promise.all([
    found
      .select(['id', 'template', 'variables', 'createdAt', 'readAt'])
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(pageSize)
      .offset((pageNum - 1) * pageSize)
      .execute(),
    found.select(({ fn }) => fn.countAll<string>().as('total')).executeTakeFirstOrThrow(),
    ownMessages(context)
      .where('removedAt', 'is', null)
      .where('readAt', 'is', null)
      .select(({ fn }) => fn.countAll<string>().as('unreadTotal'))
      .executeTakeFirstOrThrow(),
  ])
  return {
    list: rows.map((row) => shown(row as MessageRow, context)),
    total: Number(total),
    pageNum,
    pageSize,
    unread: Number(unreadTotal),
  }
})

interface MessageRow {
  id: string
  template: string
  variables: Record<string, unknown>
  createdAt: string
  readAt: string | null
}

function shown({ id, template: sent, variables, createdAt, readAt }: MessageRow, { messages, lang, platform }: HandlerContext) {
  const template = knownTemplate(sent, platform)
  const { subject, text, html, link } = messages.renderTemplate(template, wordsFor(template, variables, platform))
  const words = { subject: subject[lang], text: text[lang], html: html?.[lang] ?? textHtml(text[lang]) }
  return { id, ...words, to: link?.to ?? null, label: link?.label ?? null, createdAt, readAt }
}
