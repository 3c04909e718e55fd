import { expect, it } from 'vitest'
import { withEnvironment } from '../../../runtime/server/documents/withEnvironment.ts'

const app = (content: object) => ({ file: 'schemas/site/site.app.json', text: JSON.stringify(content), revision: '1' })
const document = {
  environment: { COOKIE_DOMAIN: '/cookies/domain', STORAGE_SUFFIX: '/session/storageSuffix' },
  cookies: { days: 1 },
  session: { storageSuffix: '' },
}

it('puts the values of the named variables into the app document, and leaves the rest', () => {
  const made = withEnvironment(app(document), { COOKIE_DOMAIN: 'example.org', STORAGE_SUFFIX: '_test', OTHER: 'x' })
  expect(JSON.parse(made.text)).toEqual({ ...document, cookies: { days: 1, domain: 'example.org' }, session: { storageSuffix: '_test' } })
  expect(made.revision).not.toBe('1')
})
it('leaves the document as it is without them, other documents always', () => {
  const own = app(document)
  expect(withEnvironment(own, { STORAGE_SUFFIX: '' })).toBe(own)
  const page = { file: 'schemas/site/home.page.json', text: JSON.stringify(document) }
  expect(withEnvironment(page, { COOKIE_DOMAIN: 'example.org' })).toBe(page)
})
