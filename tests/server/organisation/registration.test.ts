import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, type RunningServices, startServices } from '../services/startServices.ts'

let run: RunningServices
let staff: Person
let serial = 0
beforeAll(async () => {
  run = await startServices()
  staff = await run.person('account.platformAdmin')
  const allowed = await run.db.query('update account_user set "secondFactorExempt" = true where id = $1', [staff.id])
  expect(allowed.rowCount).toBe(1)
})
afterAll(() => run?.close())

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

async function licence(token: string) {
  const boundary = 'boundary'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="purpose"\r\n\r\nform\r\n--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="licence.png"\r\ncontent-type: image/png\r\n\r\n`
  const payload = Buffer.concat([Buffer.from(head), PNG, Buffer.from(`\r\n--${boundary}--\r\n`)])
  const headers = { authorization: `Bearer ${token}`, 'content-type': `multipart/form-data; boundary=${boundary}` }
  return (await run.send('POST', '/api/platform/upload', { inject: { payload, headers } })).body.data
}
const newCode = () => `91330100MA2H${String(100_000 + serial++)}`
async function answersOf(person: Person, change: object = {}) {
  return {
    name: '启明科技大学',
    kind: 'school',
    code: newCode(),
    address: '启明市学府路 88 号',
    contact: '何静',
    phone: '13912345678',
    email: 'hejing@qiming.example',
    licence: [await licence(person.access_token)],
    ...change,
  }
}
const apply = (person: Person, answers: object) =>
  run.send('POST', '/api/usercenter/group/register', { token: person.access_token, body: { answers } })
const mine = async (person: Person) =>
  (await run.send('GET', '/api/usercenter/group/register/mine', { token: person.access_token })).body.data.list
const review = (step: 'approve' | 'reject', body: object, person = staff) =>
  run.send('POST', `/api/usercenter/group/register/${step}`, { token: person.access_token, body })

describe('the registration of an organisation', () => {
  it('waits for review, and on approval makes the organisation with the applicant as its administrator', async () => {
    const person = await run.person()
    const answers = await answersOf(person)
    const { body } = await apply(person, answers)
    expect(body.code).toBe(0)
    expect(await mine(person)).toMatchObject([{ id: body.data.id, state: 'waiting', name: '启明科技大学' }])
    const approved = await review('approve', { id: body.data.id })
    expect(approved.body.code).toBe(0)
    const { organisationId } = approved.body.data
    const { rows } = await run.db.query('select name, kind, code from organisation_organisation where id = $1', [organisationId])
    expect(rows).toEqual([{ name: { zh: '启明科技大学', en: '启明科技大学' }, kind: 'school', code: answers.code }])
    const authority = await run.send('POST', '/api/usercenter/user/authority', {
      token: person.access_token,
      body: { codes: ['manageCompetition'], groupId: String(organisationId) },
    })
    expect(authority.body.data).toEqual([{ code: 'manageCompetition', allow: true }])
    expect((await mine(person))[0].state).toBe('approved')
    const reported = await run.db.query('select template from platform_outbox where channel = \'message\' and "userId" = $1', [person.id])
    expect(reported.rows).toEqual([{ template: 'organisation.approved' }])
  })

  it('is rejected with a reason that the applicant reads, and can be filed again', async () => {
    const person = await run.person()
    const answers = await answersOf(person)
    const { body } = await apply(person, answers)
    expect((await review('reject', { id: body.data.id })).body.error).toBe('CALL_INPUT')
    expect((await review('reject', { id: body.data.id, reason: '证件不清晰' })).body.code).toBe(0)
    expect((await mine(person))[0]).toMatchObject({ state: 'rejected', reason: '证件不清晰' })
    expect((await review('approve', { id: body.data.id })).body.error).toBe('FLOW_STATE')
    expect((await apply(person, answers)).body.code).toBe(0)
  })

  it('is checked: the form, one at a time, and one organisation for a credit code', async () => {
    const person = await run.person()
    expect((await apply(person, await answersOf(person, { code: '123' }))).body.error).toBe('FORM_INVALID')
    const answers = await answersOf(person)
    const replies = await Promise.all([apply(person, answers), apply(person, answers), apply(person, answers)])
    expect(replies.filter(({ body }) => body.code === 0)).toHaveLength(1)
    expect(replies.filter(({ body }) => body.error === 'APPLICATION_WAITING')).toHaveLength(2)
    const other = await run.person()
    const second = (await apply(other, await answersOf(other, { code: answers.code }))).body.data.id
    const outcomes = await Promise.all([review('approve', { id: second }), review('approve', { id: (await mine(person))[0].id })])
    expect(outcomes.map(({ body }) => body.error ?? 'made').sort()).toEqual(['ORGANISATION_KNOWN', 'made'])
    expect((await run.db.query('select count(*)::int as n from organisation_organisation where code = $1', [answers.code])).rows[0].n).toBe(
      1,
    )
  })

  it('shows its papers to the applicant and to staff, and to nobody else', async () => {
    const person = await run.person()
    const answers = await answersOf(person)
    const { id } = (await apply(person, answers)).body.data
    const file = `/api/platform/file/${answers.licence[0].id}`
    const stranger = await run.person()
    const status = async (who: Person) => (await run.send('GET', file, { token: who.access_token })).raw
    expect((await status(person)).headers['content-type']).toBe('image/png')
    expect((await status(staff)).headers['content-type']).toBe('image/png')
    expect((await status(stranger)).json().error).toBe('NOT_FOUND')
    expect((await run.send('GET', `/api/usercenter/group/register/mine/${id}`, { token: stranger.access_token })).body.error).toBe(
      'NOT_FOUND',
    )
    expect((await review('approve', { id }, stranger)).body.error).toBe('PERMISSION_DENIED')
    expect(await mine(stranger)).toEqual([])
  })
})

describe('an organisation', () => {
  const remove = (id: unknown, person = staff) =>
    run.send('POST', '/api/usercenter/group/remove', { token: person.access_token, body: { id: String(id) } })
  const add = async () =>
    (await run.send('POST', '/api/usercenter/group/add', { token: staff.access_token, body: { name: { zh: '启明分校' }, kind: 'school' } }))
      .body.data.id

  it('is deleted with the rights given on it when nothing depends on it; otherwise what stands in the way is said', async () => {
    const [id, below] = [await add(), await add()]
    await run.db.query('update organisation_organisation set "superiorId" = $1 where id = $2', [id, below])
    const person = await run.person()
    await run.db.query(
      `insert into account_grant ("userId", role, scope, "objectId") values ($1, 'account.organisationAdmin', 'organisation', $2)`,
      [person.id, id],
    )
    expect((await remove(id)).body.error).toBe('ORGANISATION_SUBORDINATES')
    expect((await remove(below)).body.code).toBe(0)
    const member = 'insert into organisation_member ("organisationId", "userId") values ($1, $2)'
    await run.db.query(member, [id, person.id])
    expect((await remove(id)).body.error).toBe('ORGANISATION_MEMBERS')
    await run.db.query('delete from organisation_member where "organisationId" = $1', [id])
    expect((await remove(id)).body.code).toBe(0)
    expect((await run.db.query('select id from account_grant where "userId" = $1', [person.id])).rows).toEqual([])
    expect((await remove(id)).body.error).toBe('NOT_FOUND')
  })

  it('of somebody else is not deleted', async () => {
    const id = await add()
    expect((await remove(id, await run.person())).body.error).toBe('PERMISSION_DENIED')
    expect((await run.db.query('select id from organisation_organisation where id = $1', [id])).rows).toHaveLength(1)
  })
})

describe('the certification of an organisation', () => {
  /** An administrator of a new organisation, which is certified because its registration was reviewed. */
  async function registered() {
    const person = await run.person()
    const answers = await answersOf(person)
    const { body } = await apply(person, answers)
    const { organisationId } = (await review('approve', { id: body.data.id })).body.data
    return { person, organisationId: String(organisationId), code: answers.code }
  }
  const certifiedAt = async (id: string) =>
    (await run.db.query('select "certifiedAt" from organisation_organisation where id = $1', [id])).rows[0].certifiedAt
  const certify = async (person: Person, organisationId: string, change: object = {}) => {
    const facts = { name: '启明科技大学', code: newCode(), legalPerson: '何校长', licence: [await licence(person.access_token)], ...change }
    return (await run.send('POST', '/api/usercenter/group/auth', { token: person.access_token, body: { organisationId, ...facts } })).body
  }
  const decide = async (id: string, result: number, reason?: string, person = staff) =>
    (await run.send('POST', '/api/web/user/audit', { token: person.access_token, body: { id, subject: 'organisation', result, reason } }))
      .body
  const rename = (person: Person, id: string, body: object) =>
    run.send('POST', '/api/usercenter/group/update', {
      token: person.access_token,
      body: { id, kind: 'school', name: { zh: '启明科技大学' }, ...body },
    })

  it('lasts until the name or the code changes', async () => {
    const { person, organisationId, code } = await registered()
    expect(await certifiedAt(organisationId)).not.toBeNull()
    await rename(person, organisationId, { code, contactPhone: '010-88886666' })
    expect(await certifiedAt(organisationId)).not.toBeNull()
    await rename(person, organisationId, { code, name: { zh: '启明理工大学' } })
    expect(await certifiedAt(organisationId)).toBeNull()
  })

  it('is reviewed by platform staff alone, one application at a time; what was passed can be withdrawn with a reason', async () => {
    const { person, organisationId, code } = await registered()
    await rename(person, organisationId, { code, name: { zh: '改名以后' } })
    const filed = await certify(person, organisationId)
    expect(filed.code).toBe(0)
    expect((await certify(person, organisationId)).error).toBe('CERTIFICATION_PENDING')
    const { id } = filed.data
    expect((await decide(id, 1, undefined, person)).error).toBe('PERMISSION_DENIED')
    expect((await decide(id, 2)).error).toBe('REASON_NEEDED')
    const list = await run.send('GET', '/api/web/user/audit/list?subject=organisation&state=pending', { token: staff.access_token })
    expect(list.body.data.list).toMatchObject([{ id, organisationId, legalPerson: '何校长' }])
    expect((await decide(id, 1)).code).toBe(0)
    expect(await certifiedAt(organisationId)).not.toBeNull()
    const withdraw = (reason?: string) =>
      run.send('POST', '/api/web/user/audit/organisation', { token: staff.access_token, body: { id, result: 3, reason } })
    expect((await withdraw()).body.error).toBe('REASON_NEEDED')
    expect((await withdraw('证照已注销')).body.code).toBe(0)
    expect(await certifiedAt(organisationId)).toBeNull()
    const reported = await run.db.query(
      'select template from platform_outbox where channel = \'message\' and "userId" = $1 order by id desc limit 2',
      [person.id],
    )
    expect(reported.rows.map(({ template }) => template)).toEqual([
      'organisation.certificationRevoked',
      'organisation.certificationApproved',
    ])
  })

  it("takes a credit code that is nobody else's, and shows its licence to staff and the own organisation only", async () => {
    const [mine_, other] = [await registered(), await registered()]
    expect((await certify(mine_.person, mine_.organisationId, { code: other.code })).error).toBe('ORGANISATION_KNOWN')
    expect((await certify(mine_.person, mine_.organisationId, { licence: [] })).error).toBe('FORM_INVALID')
    expect((await certify(mine_.person, other.organisationId)).error).toBe('PERMISSION_DENIED')
    const { data } = await certify(mine_.person, mine_.organisationId, { code: mine_.code })
    const own = (person: Person) => run.send('GET', `/api/usercenter/group/auth/${data.id}`, { token: person.access_token })
    const [file] = (await own(mine_.person)).body.data.licence
    expect((await own(other.person)).body.error).toBe('NOT_FOUND')
    const read = async (person: Person) => {
      const headers = { authorization: `Bearer ${person.access_token}` }
      return (await run.server.app.inject({ url: `/api/platform/file/${file.id}`, headers })).headers['content-type']
    }
    expect(await read(mine_.person)).toBe('image/png')
    expect(await read(staff)).toBe('image/png')
    expect(await read(other.person)).toContain('json')
  })
})
