/** Formatted text is cleaned before it is stored: answers of forms, and fields of entities that are declared as such. Stored rows are read back. */
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ALLOWED } from '../../../runtime/core/richText/allowList.ts'
import { hostileMarkup } from '../../fixtures/hostileMarkup.ts'
import { type Person, type RunningServices, startServices } from './startServices.ts'
import { plainPicture, uploadFile } from './uploadFile.ts'

let run: RunningServices
let person: Person
beforeAll(async () => {
  run = await startServices()
  person = await run.person()
})
afterAll(() => run?.close())

const post = (path: string, body: object) => run.send('POST', path, { token: person.access_token, body })
const stored = async (id: string) => (await run.db.query('select story, motto, answers from fixture_note where id = $1', [id])).rows[0]

/** Everything in a stored text that the list does not name, and its words. Attributes are looked at by what they may do, not by the list's own rules. */
function read(html: string): { foreign: string[]; words: string } {
  const foreign: string[] = []
  let words = ''
  const look = (node: DefaultTreeAdapterTypes.ChildNode) => {
    if ('value' in node) words += node.value
    if (!('tagName' in node)) return
    if (!ALLOWED.has(node.tagName)) foreign.push(node.tagName)
    for (const { name, value } of node.attrs) {
      const isAddress = name === 'href' || name === 'src'
      if (
        !isAddress &&
        !['target', 'alt', 'colspan', 'rowspan', 'data-columns', 'data-column', 'data-live', 'data-video', 'data-button'].includes(name)
      )
        foreign.push(name)
      if (name === 'data-live' && !/^[a-z][A-Za-z0-9]*$/.test(value)) foreign.push(value)
      if (isAddress && !/^(https?:\/\/|mailto:|tel:|\/(?![/\\])|[?#]|data:image\/(png|jpeg|gif|webp);base64,)/.test(value))
        foreign.push(value)
    }
    for (const child of node.childNodes) look(child)
  }
  for (const node of parseFragment(html).childNodes) look(node)
  return { foreign, words }
}

const hasNul = ({ html }: { html: string }) => html.includes('\0')
const storable = hostileMarkup.filter((markup) => !hasNul(markup))

describe('hostile formatted text', () => {
  it(`is stored without anything that is not on the list, in ${storable.length} ways it may come`, async () => {
    for (const { html, keeps } of storable) {
      const { body } = await post('/api/fixture/declared/create', { title: 'hostile', story: html, motto: { zh: html, en: 'plain' } })
      expect(body.code, html.slice(0, 80)).toBe(0)
      const row = await stored(body.data.id)
      for (const text of [row.story ?? '', row.motto.zh]) {
        expect(read(text).foreign, html.slice(0, 80)).toEqual([])
        if (keeps !== undefined) expect(read(text).words).toContain(keeps)
      }
      expect(row.motto.en).toBe('plain')
    }
  })

  it('[RICH-BOUND-1] of too many parts, or too deep, is refused while it is parsed, however short it was', async () => {
    const times = (count: number, part: (at: number) => string) => Array.from({ length: count }, (_, at) => part(at)).join('')
    const texts = {
      parts: times(50_001, () => '<br>'),
      // each of 300 paragraphs opens 300 elements anew
      formatting: `<p>${times(300, (at) => `<b id=${at}>`)}</p>${'<p>x</p>'.repeat(300)}`,
      depth: `${'<div>'.repeat(20_000)}x`,
      comments: times(50_001, () => '<!---->'),
      table: `<table>${'<b>x<tr>'.repeat(20_000)}`,
    }
    for (const [name, html] of Object.entries(texts)) {
      const declared = await post('/api/fixture/declared/create', { title: name, story: html, motto: { zh: 'plain', en: 'plain' } })
      expect([name, declared.body.error]).toEqual([name, 'TEXT_EXCESSIVE'])
      expect((await post('/api/fixture/leaf/write', { html })).body.error).toBe('TEXT_EXCESSIVE')
    }
    const table = `<table><tbody>${'<tr><td>1</td><td>2</td></tr>'.repeat(8_000)}</tbody></table>`
    expect(
      (await post('/api/fixture/declared/create', { title: 'table', story: table, motto: { zh: 'plain', en: 'plain' } })).body.code,
    ).toBe(0)
  })

  it('[INLINE-1] with pictures in it that are none, another kind, or too large is refused, however they are written down', async () => {
    const picture = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: '#fff' } })
        .png()
        .toBuffer()
    const address = (type: string, bytes: Buffer | string) => `data:image/${type};base64,${Buffer.from(bytes).toString('base64')}`
    const tiny = await picture(2, 2)
    const wrong: [string, string][] = [
      ['FILE_TYPE', address('png', 'no picture')],
      ['FILE_TYPE', address('jpeg', tiny)],
      ['FILE_IMAGE', address('png', await picture(9000, 5000))],
      ['FILE_IMAGE', address('png', tiny.subarray(0, 20))],
    ]
    const send = async (story: string) =>
      (await post('/api/fixture/declared/create', { title: 'picture', story, motto: { zh: 'plain', en: 'plain' } })).body
    for (const [error, src] of wrong) {
      expect((await send(`<p>x</p><img src="${src}">`)).error).toBe(error)
      expect((await send(`<p>x</p><img src="${src.replace(/[a-z]/, (letter) => `&#${letter.charCodeAt(0)};`)}">`)).error).toBe(error)
      const answers = { story: `<img src=${src}>` }
      expect((await post('/api/fixture/note', { title: 'picture', formId: 'fixture.choices', answers })).body.error).toBe(error)
    }
    const kept = await send(`<img src="${address('png', tiny)}">`)
    expect(kept.code).toBe(0)
    expect((await stored(kept.data.id)).story).toContain(address('png', tiny))
  })

  it('[RICH-PICTURE-1] shows pictures that were uploaded for it to who may read it, and to nobody else', async () => {
    const [other, reader] = [await run.person(), await run.person('account.organiser')]
    const content = await plainPicture(20, 20)
    const uploaded = async ({ access_token: token }: Person) =>
      (await uploadFile(run, { name: 'a.png', content, token })).body.data.id as string
    const [own, foreign] = [await uploaded(person), await uploaded(other)]
    const seen = async (id: string, who?: Person) => {
      const { raw } = await run.send('GET', `/api/platform/file/${id}`, who ? { token: who.access_token } : {})
      return !String(raw.headers['content-type']).includes('json')
    }
    const story = [own, foreign].map((id) => `<img src="/api/platform/file/${id}" alt="">`).join('')
    expect(await seen(own, reader)).toBe(false)
    const { data } = (await post('/api/fixture/declared/create', { title: 'picture', story, motto: { zh: 'plain', en: 'plain' } })).body
    expect((await stored(data.id)).story).toBe(story)
    expect([await seen(own, reader), await seen(own, other), await seen(own)]).toEqual([true, false, false])
    expect([await seen(foreign, reader), await seen(foreign, person), await seen(foreign, other)]).toEqual([false, false, true])
  })

  it('with characters that no column can hold is refused at its place', async () => {
    for (const { html } of hostileMarkup.filter(hasNul)) {
      const { body } = await post('/api/fixture/declared/create', { title: 'hostile', story: html, motto: { zh: 'plain', en: 'plain' } })
      expect(body.details.errors).toMatchObject([{ path: '/story', rule: 'characters' }])
    }
  })

  it('is cleaned on its way into the database when a handler writes it as it came', async () => {
    for (const { html } of storable.filter(({ html }) => html.length < 1000)) {
      const { body } = await post('/api/fixture/leaf/write', { html })
      expect(body.code, html).toBe(0)
      const { rows } = await run.db.query('select story, motto from fixture_leaf where id = any($1)', [body.data])
      expect(rows).toHaveLength(3)
      for (const { story, motto } of rows)
        for (const text of [story, motto?.zh, motto?.en]) expect(read(text ?? '').foreign, html).toEqual([])
    }
  })

  it('is cleaned in answers, also inside rows, before the rules of the field are checked', async () => {
    for (const { html } of storable.filter(({ html }) => html.length < 1000)) {
      const answers = { story: html, rows: [{ color: 'red', story: html }] }
      const { body } = await post('/api/fixture/note', { title: 'answers', formId: 'fixture.choices', answers })
      expect(body.code, html).toBe(0)
      const row = await stored(body.data.id)
      expect(read(row.answers.story ?? '').foreign, html).toEqual([])
      expect(read(row.answers.rows[0].story ?? '').foreign, html).toEqual([])
    }
    const padded = { story: `<p>short</p><script>${'x'.repeat(3000)}</script>` }
    expect((await post('/api/fixture/form', { formId: 'fixture.choices', answers: padded })).body.data.answers).toEqual({
      story: '<p>short</p>',
    })
  })
})

describe('formatted text', () => {
  const FINE =
    '<h3>Rules</h3><p>Bring <strong>your</strong> <em>own</em> tea &amp; cups &lt;3</p><ul><li>one</li></ul><p><a href="https://ok.example/?a=1&amp;b=2" target="_blank">more</a><br><img src="/api/platform/file/x" alt="&quot;x&quot;"></p><table><tbody><tr><td colspan="2">cell</td></tr></tbody></table><pre>\n\n  code</pre>'

  it('that is clean is stored as it was written, and again when it is written again', async () => {
    const { id } = (await post('/api/fixture/declared/create', { title: 'fine', story: FINE })).body.data
    const first = (await stored(id)).story
    expect(first).toBe(FINE)
    await post('/api/fixture/declared/update', { id, story: first })
    expect((await stored(id)).story).toBe(FINE)
  })

  it('is cleaned when a row is changed', async () => {
    const { id } = (await post('/api/fixture/declared/create', { title: 'later', story: '<p>before</p>' })).body.data
    await post('/api/fixture/declared/update', { id, story: '<p onclick="x()">after</p>' })
    expect((await stored(id)).story).toBe('<p>after</p>')
  })

  it('that shows nothing is empty', async () => {
    const { id } = (await post('/api/fixture/declared/create', { title: 'blank', story: '<p> <br></p><script>1</script>' })).body.data
    expect((await stored(id)).story).toBe('')
  })
})
