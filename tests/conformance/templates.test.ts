/** Messages that lead somewhere lead to a page of the platform. */
import { expect, it } from 'vitest'
import { buildPlatform } from '../../runtime/core/documents/buildPlatform.ts'
import { loadFiles } from '../../runtime/server/documents/loadFiles.ts'
import { messageLink } from '../../runtime/server/outbox/messageLink.ts'
import { PROJECT_DIRECTORY } from '../harness/projectDirectory.ts'

const SITE = 'https://agon.example'
const { raws, texts, names } = loadFiles(PROJECT_DIRECTORY)
const { platform } = buildPlatform(raws, texts, names)
const templates = [...platform!.documents.template.values()]
const routes = [...platform!.documents.page.values()].flatMap(({ routes: own }) => own.map((route) => route.split('/')))

const isPage = (path: string) => {
  const parts = path.replace(/[?#].*/, '').split('/')
  return routes.some((route) => route.length === parts.length && route.every((part, at) => part.startsWith(':') || part === parts[at]))
}

it.each(templates.filter(({ to }) => to !== undefined).map((template) => [template.id, template] as const))(
  '[HEARD-7] %s leads to a page in both languages',
  (_id, template) => {
    const variables = Object.fromEntries(Object.entries(template.variables).map(([name, { sample }]) => [name, sample]))
    for (const lang of ['zh', 'en'] as const) {
      const link = messageLink(platform!, { template, variables, lang, site: SITE })!
      expect(isPage(link.to), link.to).toBe(true)
      expect(link.label).not.toBe('')
    }
  },
)

it('[HEARD-8] what an entrant is told, and what asks somebody to act, also goes by mail', () => {
  const heard = new Set(templates.filter(({ channel }) => channel === 'mail').map(({ id }) => id.replace(/Mail$|ByMail$/, '')))
  // sent beside a mail of its own, by hand with channels that the sender chooses, or of everyday numbers
  const others = [
    'pay.received',
    'pay.invoiceIssued',
    'message.notice',
    'message.bulkNotice',
    'message.maintenance',
    'message.materialsNeeded',
    'message.scheduleChanged',
  ]
  const silent = templates.filter(({ id, channel, also }) => channel === 'message' && !also && !heard.has(id) && !others.includes(id))
  expect(silent.map(({ id }) => id)).toEqual([])
})
