/** Pictures of options: part of the form, so whoever has a version of it has them, and nothing else can be put in their place. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FormDocument } from '../../../runtime/core/documents.ts'
import { createWorld, DESIGN, type World } from '../roadWorld.ts'

const AREA = 'api/web/questionnaire'
const PNG = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

let world: World
let organiser: string
let id: string
let starter: FormDocument
beforeAll(async () => {
  world = await createWorld()
  organiser = await world.signIn('organiser')
  const competitionId = await world.competition(DESIGN)
  const made = { title: { zh: '看图选择' }, for: `competition:${competitionId}`, mode: 'named', start: 'questionnaire.starter' }
  id = (await world.call(`${AREA}/create`, made, organiser)).data.id
  starter = (await world.call(`${AREA}/form`, { id }, organiser)).data.content
})
afterAll(() => world?.close())

const withPictures = (...pictures: string[]): FormDocument => {
  const options = pictures.map((picture, at) => ({ value: `p${at}`, label: { zh: `图${at}`, en: `Picture ${at}` }, picture }))
  const poster = { type: 'string', title: { zh: '海报', en: 'Poster' }, 'x-widget': 'pictureChoice', 'x-options': options }
  return { ...starter, schema: { type: 'object', properties: { poster } } } as unknown as FormDocument
}
const save = async (content: FormDocument) => {
  const { revision } = (await world.call(`${AREA}/form`, { id }, organiser)).data
  return (await world.call(`${AREA}/form/save`, { id, content, revision }, organiser)).data.failures as { path: string; found: string }[]
}
const optionsOf = (form: FormDocument) => (form.schema.properties.poster as { 'x-options': object[] })['x-options']
/** A picture with so many characters. */
const padded = (length: number) => PNG.replace(/=+$/, '').padEnd(length, 'A')

describe('pictures of options', () => {
  it('[PICTURE-1] are in the published version that a visitor without an account fills in, and in a copy of the form', async () => {
    const form = withPictures(PNG, PNG)
    expect(await save(form)).toEqual([])
    const { hash } = (await world.call(`${AREA}/form/publish`, { id }, organiser)).data
    const shown = await world.call(`api/platform/form/${hash}`, {}, null, 'GET')
    expect(optionsOf(shown.data.form)).toEqual(optionsOf(form))
    const copied = (await world.call(`${AREA}/form/other`, { id }, organiser, 'GET')).data.content as FormDocument
    expect(optionsOf(copied)).toEqual(optionsOf(form))
  })

  it.each([
    ['an address of elsewhere', 'https://example.org/spy.png'],
    ['an address of the platform', '/api/platform/file/1234567890123456789012'],
    ['a drawing that could hold a script', 'data:image/svg+xml;base64,PHN2Zy8+'],
    ['a page', 'data:text/html;base64,PHA+'],
    ['more than a picture', `${PNG}" onerror="alert(1)`],
    ['more than 33,000 characters', padded(33_001)],
  ])('[PICTURE-2] cannot be %s', async (_, picture) => {
    expect((await save(withPictures(PNG, picture))).map(({ path }) => path)).toEqual(['/schema/properties/poster/x-options/1/picture'])
    expect((await world.call(`${AREA}/form/publish`, { id }, organiser)).error).toBe('DOCUMENT_INVALID')
  })

  it('[PICTURE-3] of one form take 600,000 characters together, and are refused at the first one beyond', async () => {
    const max = Array.from({ length: 20 }, () => padded(30_000))
    expect(await save(withPictures(...max))).toEqual([])
    const failures = await save(withPictures(...max, PNG))
    expect(failures).toEqual([expect.objectContaining({ path: '/schema/properties/poster/x-options/20/picture' })])
  })
})
