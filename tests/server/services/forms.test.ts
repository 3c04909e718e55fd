import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, type RunningServices, startServices } from './startServices.ts'

let run: RunningServices
let person: Person
beforeAll(async () => {
  run = await startServices()
  person = await run.person()
})
afterAll(() => run?.close())

const submit = (answers: unknown, token = person.access_token, formId = 'fixture.sheet') =>
  run.send('POST', '/api/fixture/form', { token, body: { formId, answers } })
const rules = (body: { details: { errors: { path: string; rule: string }[] } }) =>
  body.details.errors.map(({ path, rule }) => `${path} ${rule}`)

async function pngFact(token: string) {
  const content = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
  const head = '------x\r\nContent-Disposition: form-data; name="file"; filename="dot.png"\r\nContent-Type: image/png\r\n\r\n'
  const payload = Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n------x--\r\n')])
  const headers = { 'content-type': 'multipart/form-data; boundary=----x', authorization: `Bearer ${token}` }
  return (await run.send('POST', '/api/platform/upload', { inject: { payload, headers } })).body.data
}

describe('answers to a form', () => {
  it('are stored with the hash of the version they answer', async () => {
    const { body } = await submit({ name: 'Ann', size: 's' })
    expect(body).toMatchObject({ code: 0, data: { answers: { name: 'Ann', size: 's' } } })
    expect(body.data.hash).toMatch(/^[0-9a-f]{64}$/)
  })

  it('are refused with every mistake at its path', async () => {
    const { body } = await submit({ name: 'x'.repeat(51), size: 'xxl', members: [{ who: 'Bo', age: 'old' }] })
    expect(body.error).toBe('FORM_INVALID')
    expect(rules(body)).toEqual(['/name maxLength', '/size option', '/members/0/age unread'])
    expect(rules((await submit({})).body)).toEqual(['/name required'])
  })

  it('may not hold values of hidden fields, of fields the person may not read, or of no field', async () => {
    expect(rules((await submit({ name: 'Ann', color: 'blue', why: 'sneaked in' })).body)).toEqual(['/why hiddenValue'])
    expect(rules((await submit({ name: 'Ann', mark: 'top' })).body)).toEqual(['/mark forbiddenValue'])
    expect(rules((await submit({ name: 'Ann', other: 1 })).body)).toEqual(['/other unknownField'])
  })

  it('are held to what shows at the time of the server', async () => {
    expect((await submit({ name: 'Ann', early: 'x' })).body).toMatchObject({ code: 0, data: { answers: { early: 'x' } } })
    expect(rules((await submit({ name: 'Ann', late: 'x' })).body)).toEqual(['/late hiddenValue'])
  })

  it('hold the stored facts of files, whatever the browser claims', async () => {
    const file = await pngFact(person.access_token)
    const { body } = await submit({ name: 'Ann', work: { ...file, size: 1, name: 'claimed.exe', type: 'text/html' } })
    expect(body.data.answers.work).toEqual(file)
  })

  it('may not name files of other people, nor files that do not exist', async () => {
    const other = await run.person()
    const file = await pngFact(other.access_token)
    expect(rules((await submit({ name: 'Ann', work: file })).body)).toContain('/work fileUnknown')
    expect(rules((await submit({ name: 'Ann', work: { ...file, id: 'A'.repeat(22) } })).body)).toContain('/work fileUnknown')
  })
})

describe('a stored form', () => {
  it('is answered by hash without what the session may not read, and takes the place of a shipped one', async () => {
    const admin = await run.person('account.platformAdmin')
    const content = {
      $schema: '../kinds/form.schema.json',
      version: 1,
      title: { zh: '存', en: 'Stored' },
      schema: {
        type: 'object',
        properties: {
          open: { type: 'string', title: { zh: '开', en: 'Open' }, 'x-widget': 'select', 'x-options': { enum: 'fixture.color' } },
          closed: { type: 'string', title: { zh: '藏', en: 'Hidden XYZ' }, 'x-widget': 'text', 'x-readers': 'manageNews' },
        },
      },
    }
    const address = '/api/platform/document/form/fixture.stored'
    await run.send('POST', address, { token: admin.access_token, body: { content } })
    const { hash } = (await run.send('POST', `${address}/publish`, { token: admin.access_token, body: {} })).body.data
    const seen = await run.send('GET', `/api/platform/form/${hash}`, { token: person.access_token })
    expect(Object.keys(seen.body.data.form.schema.properties)).toEqual(['open'])
    expect(seen.raw.body).not.toContain('XYZ')
    expect(Object.keys(seen.body.data.enums)).toEqual(['fixture.color'])
    expect(seen.body.data.validators['fixture.stored']).toMatch(/^[0-9a-f]{64}$/)
    expect((await run.send('GET', `/api/platform/form/${hash}`, { token: admin.access_token })).raw.body).toContain('XYZ')
    expect((await submit({ open: 'red' }, person.access_token, 'fixture.stored')).body.data).toMatchObject({
      hash,
      answers: { open: 'red' },
    })
    expect((await run.send('GET', `/api/platform/form/${'0'.repeat(64)}`)).body.error).toBe('NOT_FOUND')
  })
})

describe('an answer chosen from what a call offers', () => {
  const choose = (answers: object, token = person.access_token, previous?: object) =>
    run.send('POST', '/api/fixture/form', { token, body: { formId: 'fixture.choices', answers, ...(previous ? { previous } : {}) } })
  const refused = async (answers: object, token?: string) => {
    const { body } = await choose(answers, token)
    return body.code === 0 ? [] : rules(body)
  }
  const note = async (title: string, color: string, token = person.access_token): Promise<string> =>
    (await run.send('POST', '/api/fixture/note', { token, body: { title, color } })).body.data.id
  /** More than one page of the list. */
  let red: string[]
  let blue: string
  let foreign: string
  beforeAll(async () => {
    red = [await note('one', 'red'), await note('two', 'red'), await note('three', 'red')]
    blue = await note('four', 'blue')
    const other = await run.person()
    foreign = await note('theirs', 'red', other.access_token)
  })

  it('is taken wherever it stands in the list, also beyond the first page', async () => {
    for (const id of [...red, blue]) expect((await choose({ note: id })).body).toMatchObject({ code: 0, data: { answers: { note: id } } })
  })

  it('is refused at its path when the call would not offer it to this person', async () => {
    expect(await refused({ note: foreign })).toEqual(['/note option'])
    expect(await refused({ note: '999999' })).toEqual(['/note option'])
    expect(await refused({ note: 'no id at all' })).toEqual(['/note option'])
    expect((await choose({ note: foreign })).body.details.errors[0].message).toMatchObject({ key: 'form.rule.option' })
  })

  it('is refused when the list as it is with the other answers does not hold it', async () => {
    expect(await refused({ color: 'red', colored: red[0] })).toEqual([])
    expect(await refused({ color: 'blue', colored: red[0] })).toEqual(['/colored option'])
  })

  it('is held to the list for each of several', async () => {
    expect(await refused({ notes: [red[0], red[2], blue] })).toEqual([])
    expect(await refused({ notes: [red[0], foreign] })).toEqual(['/notes option'])
  })

  it('does not spoil the other answers that the same call judges', async () => {
    expect(await refused({ note: red[0], notes: [red[1]], colored: 'no id at all' })).toEqual(['/colored option'])
    expect(await refused({ note: 'no id at all', notes: [red[1]] })).toEqual(['/note option'])
  })

  it('is a way from the top in a tree', async () => {
    expect(await refused({ box: ['north', 'n1'], shelf: 'south' })).toEqual([])
    expect(await refused({ box: ['south', 'n1'] })).toEqual(['/box option'])
    expect(await refused({ box: ['n1'] })).toEqual(['/box option'])
    expect(await refused({ shelf: 'n1' })).toEqual(['/shelf option'])
  })

  it('is judged in each row of a repeat group by the answers of that row', async () => {
    const rows = [
      { color: 'red', note: red[0] },
      { color: 'blue', note: red[1] },
      { color: 'blue', note: blue },
      { color: 'red', note: foreign },
    ]
    expect(await refused({ rows })).toEqual(['/rows/1/note option', '/rows/3/note option'])
  })

  it('is refused from a list that the person may not ask for', async () => {
    const editor = await run.person('account.platformAdmin')
    expect(await refused({ guarded: 'inside' })).toEqual(['/guarded option'])
    expect(await refused({ guarded: 'inside' }, editor.access_token)).toEqual([])
    expect(await refused({ guarded: 'outside' }, editor.access_token)).toEqual(['/guarded option'])
  })

  it('stays as it was stored while the person changes other answers', async () => {
    const { body } = await choose({ note: foreign, color: 'red' }, person.access_token, { note: foreign, color: 'blue' })
    expect(body.data.answers).toEqual({ note: foreign, color: 'red' })
  })

  it('is one of more than a page of them: all are asked for, a page at a time', async () => {
    const many = await Promise.all(Array.from({ length: 130 }, (_, at) => note(`many ${at}`, 'red')))
    expect(await refused({ notes: many })).toEqual([])
    expect(await refused({ notes: [...many, foreign] })).toEqual(['/notes option'])
  })

  it('is judged with many others at once, and refused beyond the lists that one submission may ask for', async () => {
    const many = Array.from({ length: 150 }, (_, at) => ({ note: red[at % 3], color: 'red' }))
    expect(await refused({ rows: many })).toEqual([])
    const long = await note('x'.repeat(60), 'red')
    const lists = Array.from({ length: 62 }, (_, at) => ({ note: long, word: at < 60 ? 'x'.repeat(at + 1) : `none ${at}` }))
    expect(await refused({ rows: lists })).toEqual(['/rows/60/note optionsTooMany', '/rows/61/note optionsTooMany'])
  })
})
