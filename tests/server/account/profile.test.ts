/** The profile, the certification, and what a person may see, take away and remove of the own data. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD, type Person, type RunningServices, startServices, until } from '../services/startServices.ts'

let run: RunningServices
beforeAll(async () => {
  run = await startServices()
  const { rows } = await run.db.query(
    `insert into organisation_organisation (name, kind) values ('{"zh":"楚江大学","en":"Chujiang University"}', 'school') returning id`,
  )
  await run.db.query(
    `insert into organisation_school (code, name, region, "organisationId") values ('42001', '{"zh":"楚江大学","en":"Chujiang University"}', '42', $1), ('11001', '{"zh":"燕北大学","en":"Yanbei University"}', '11', null)`,
    [rows[0].id],
  )
  ownSchool = rows[0].id
})
afterAll(() => run?.close())

let ownSchool: string
const ID_NUMBER = '11010519491231002X'
const STUDENT = { name: '林晓舟', gender: 'male', participantType: 'student', school: '42001', birthDate: '2004-05-06' }

const get = async (path: string, person?: Person) =>
  (await run.send('GET', `/api/${path}`, person ? { token: person.access_token } : {})).body
const post = async (path: string, body: unknown, person?: Person) =>
  (await run.send('POST', `/api/${path}`, { body, ...(person ? { token: person.access_token } : {}) })).body
const me = async (person: Person) => (await get('usercenter/user', person)).data

async function upload(person: Person, content: Buffer, name: string, type: string) {
  const boundary = 'profile-test'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`
  const payload = Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)])
  const headers = { authorization: `Bearer ${person.access_token}`, 'content-type': `multipart/form-data; boundary=${boundary}` }
  return (await run.send('POST', '/api/platform/upload', { inject: { headers, payload } })).body.data
}
async function picture(side: number): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  return sharp({ create: { width: side, height: side, channels: 3, background: '#39c' } })
    .png()
    .toBuffer()
}

describe('the profile', () => {
  it('[PROFILE-1] keeps what was not sent, empties what is null, and computes the age', async () => {
    const person = await run.person()
    expect(await post('usercenter/user', { ...STUDENT, signature: '志在山海', labels: ['ai'] }, person)).toMatchObject({ code: 0 })
    expect(await post('usercenter/user', { signature: null }, person)).toMatchObject({ code: 0 })
    const own = await me(person)
    expect(own).toMatchObject({ idcardName: '林晓舟', gender: 'male', school: '42001', labels: ['ai'], isAdmin: false })
    expect(own.age).toBeGreaterThanOrEqual(20)
    expect(own.signature).toBeUndefined()
  })

  it.each([
    ['signature', '字'.repeat(31), 'signature'],
    ['school', '99999', 'option'],
    ['email', 'a b@example.com', 'email'],
  ])('[PROFILE-2] refuses a wrong %s and stores nothing', async (field, value, rule) => {
    const person = await run.person()
    const body = await post('usercenter/user', { ...STUDENT, [field]: value }, person)
    expect(body).toMatchObject({ error: 'FORM_INVALID', details: { errors: [{ path: `/${field}` }] } })
    expect(JSON.stringify(body.details)).toContain(rule)
    expect((await run.db.query('select 1 from profile_profile where "userId" = $1', [person.id])).rowCount).toBe(0)
  })

  it('[PROFILE-3] tells which required fields are missing, in both calls alike; a student needs a school', async () => {
    const person = await run.person()
    const missing = async (path: string) => (await get(path, person)).data
    expect(await missing('usercenter/isCompleteInfo')).toMatchObject({
      complete: false,
      missing: [{ field: 'gender', title: '性别' }, { field: 'participantType' }],
    })
    await run.db.query(`insert into profile_profile ("userId", gender, "participantType") values ($1, 'male', 'student')`, [person.id])
    expect(await missing('web/user/isCompleteInfo')).toMatchObject({ complete: false, missing: [{ field: 'school' }] })
    await post('usercenter/user', STUDENT, person)
    expect(await missing('web/user/isCompleteInfo')).toEqual({ complete: true, missing: [] })
  })

  it('[PROFILE-4] takes a picture of 180 pixels or more, which boot then names', async () => {
    const person = await run.person()
    const small = await upload(person, await picture(179), 'me.png', 'image/png')
    expect(await post('usercenter/user', { icon: small }, person)).toMatchObject({ error: 'FORM_INVALID' })
    const icon = await upload(person, await picture(180), 'me.png', 'image/png')
    expect(await post('usercenter/user', { icon }, person)).toMatchObject({ code: 0 })
    expect((await get('platform/boot', person)).data.session.user.icon.id).toBe(icon.id)
    const other = await run.person()
    expect(await post('usercenter/user', { icon }, other)).toMatchObject({ error: 'FORM_INVALID' })
  })

  it("[PROFILE-5] is nobody else's: visitors have none, and the email of the profile does not sign in", async () => {
    expect(await get('usercenter/user')).toMatchObject({ code: 401 })
    const person = await run.person()
    await post('usercenter/user', { ...STUDENT, email: 'letters@example.com' }, person)
    expect((await run.signIn('letters@example.com')).body.code).not.toBe(0)
    await post('usercenter/user', { signature: '志在山海' }, person)
    expect(await me(person)).toMatchObject({ contactEmail: 'letters@example.com', signature: '志在山海' })
    expect((await me(await run.person())).school).toBeUndefined()
  })

  it('[PROFILE-6] offers schools, academies, majors, degrees and companies by name in both languages', async () => {
    const person = await run.person()
    expect((await get('Admin/search/school?search=chujiang')).data).toEqual([{ value: '42001', label: '楚江大学' }])
    expect((await get('web/academy/get?search=computer')).data).toMatchObject([{ value: 'computer' }])
    expect((await get('web/user/major?search=%E8%AE%A1%E7%AE%97%E6%9C%BA')).data).toEqual([{ value: '0809', label: '计算机类' }])
    expect((await get('Admin/selectMajor')).data.find(({ value }: { value: string }) => value === '08').children).toContainEqual({
      value: '0809',
      label: '计算机类',
    })
    expect((await get('usercenter/user/getDegreeInfo')).data).toHaveLength(5)
    expect((await get('usercenter/group/companys/search', person)).code).toBe(0)
    expect((await get('usercenter/user/ydyy', person)).data).toEqual({ noviceGuide: {} })
  })

  it('[PROFILE-7] keeps the questionnaire, the latest answers only', async () => {
    const person = await run.person()
    expect(await post('web/user/interests/save', { answers: { fields: [] } }, person)).toMatchObject({ error: 'FORM_INVALID' })
    await post('web/user/interests/save', { answers: { fields: ['ai'] } }, person)
    await post('web/user/interests/save', { answers: { fields: ['design'] } }, person)
    expect((await get('web/user/interests', person)).data).toMatchObject({ total: 1, list: [{ answers: { fields: ['design'] } }] })
  })
})

describe('numbers of documents and bank accounts', () => {
  it('[MASK-1] show their ends only, wherever they are answered, and stay out of the log', async () => {
    const person = await run.person()
    await post('usercenter/user', { documentType: 'idCard', documentNumber: ID_NUMBER }, person)
    await post('usercenter/updateUserBankInfo', { bankName: '启明银行', bankAccount: '6222020200112233' }, person)
    expect(await me(person)).toMatchObject({ documentNumber: '1101**********002X', bankAccount: '6222********2233', bankName: '启明银行' })
    const log = JSON.stringify((await run.db.query('select * from platform_log')).rows)
    expect(log).not.toContain(ID_NUMBER)
    expect(log).not.toContain('6222020200112233')
  })

  it('[MASK-2] are shown in full for a reason, which the log keeps', async () => {
    const person = await run.person()
    await post('usercenter/user', { documentType: 'idCard', documentNumber: ID_NUMBER }, person)
    expect(await post('usercenter/user/reveal', {}, person)).toMatchObject({ error: 'CALL_INPUT' })
    expect((await post('usercenter/user/reveal', { reason: '本人查看' }, person)).data).toMatchObject({ documentNumber: ID_NUMBER })
    const { rows } = await run.db.query(`select reason, after from platform_log where call = 'profile.reveal' and "actorId" = $1`, [
      person.id,
    ])
    expect(rows).toEqual([{ reason: '本人查看', after: { revealed: ['documentNumber', 'bankAccount'] } }])
  })

  it('[MASK-3] are checked before they are stored', async () => {
    const person = await run.person()
    expect(await post('usercenter/user', { documentType: 'idCard', documentNumber: '110105194912310021' }, person)).toMatchObject({
      error: 'FORM_INVALID',
    })
    expect(await post('usercenter/updateUserBankInfo', { bankName: '启明银行', bankAccount: '12 34' }, person)).toMatchObject({
      error: 'FORM_INVALID',
    })
    expect(await post('usercenter/updateUserBankInfo', { noviceGuide: '{"home":1}' }, person)).toMatchObject({
      data: { noviceGuide: { home: 1 } },
    })
  })
})

describe('certification', () => {
  async function apply(person: Person, school = '42001') {
    const proof = await upload(person, await picture(200), 'card.png', 'image/png')
    const body = { name: '林晓舟', school, number: '2023001', documentType: 'idCard', documentNumber: ID_NUMBER, proof: [proof] }
    return { ...(await post('usercenter/user/studentAuth', body, person)), proof }
  }
  const list = async (person: Person) => (await get('web/user/audit/list', person)).data?.list.map(({ id }: { id: string }) => id)

  it('[CERT-62] is applied for once at a time, also when ten applications come at the same moment', async () => {
    const person = await run.person()
    const proof = await upload(person, await picture(200), 'card.png', 'image/png')
    const body = { name: '林晓舟', school: '42001', number: '1', proof: [proof] }
    const replies = await Promise.all(Array.from({ length: 10 }, () => post('usercenter/user/teacherAuth', body, person)))
    expect(replies.filter(({ code }) => code === 0)).toHaveLength(1)
    expect(new Set(replies.filter(({ code }) => code !== 0).map(({ error }) => error))).toEqual(new Set(['CERTIFICATION_PENDING']))
  })

  it('[CERT-63] is rejected with a reason that the applicant reads, who can then apply again; approval writes the profile', async () => {
    const person = await run.person()
    const staff = await run.person('account.platformAdmin')
    const { data } = await apply(person)
    expect(await post('web/user/audit', { id: data.id, result: 2 }, staff)).toMatchObject({ error: 'REASON_NEEDED' })
    expect(await post('web/user/audit', { id: data.id, result: 2, reason: '照片不清晰' }, staff)).toMatchObject({
      data: { state: 'rejected' },
    })
    expect(await post('web/user/audit', { id: data.id, result: 1 }, staff)).toMatchObject({ error: 'FLOW_STATE' })
    expect((await get('usercenter/user/auth/list', person)).data.list).toMatchObject([{ state: 'rejected', reason: '照片不清晰' }])
    const again = await apply(person)
    expect(await post('web/user/audit', { id: again.data.id, result: 1 }, staff)).toMatchObject({ data: { state: 'approved' } })
    expect(await me(person)).toMatchObject({ certifiedAs: 'student', school: '42001', studentNumber: '2023001' })
  })

  it('[CERT-64] is seen by the applicant, the platform and the administrators of the school, by nobody else', async () => {
    const [person, other, nobody, school, foreign] = await Promise.all([0, 1, 2, 3, 4].map(() => run.person()))
    const { data, proof } = await apply(person!)
    const elsewhere = (await apply(other!, '11001')).data
    await run.db.query(
      `insert into account_grant ("userId", role, scope, "objectId") values ($1, 'account.schoolAdmin', 'organisation', $3), ($2, 'account.schoolAdmin', 'organisation', '999')`,
      [school!.id, foreign!.id, ownSchool],
    )
    // a grant written behind the server's back: the next sign-in knows it
    const fresh = async (who: Person): Promise<Person> => ({ ...who, ...(await run.signIn(who.account)).body.data })
    const [reviewer, stranger] = [await fresh(school!), await fresh(foreign!)]
    expect(await list(reviewer)).toContain(data.id)
    expect(await list(reviewer)).not.toContain(elsewhere.id)
    expect(await list(stranger)).toEqual([])
    expect(await list(nobody!)).toBeUndefined()
    for (const call of [
      () => get(`web/user/audit/${data.id}`, stranger),
      () => post('web/user/audit', { id: data.id, result: 1 }, stranger),
      () => post('web/user/audit/reveal', { id: data.id, reason: 'x' }, stranger),
      () => get(`usercenter/user/auth/${data.id}`, nobody!),
    ])
      expect(await call()).toMatchObject({ error: 'NOT_FOUND' })
    const file = async (who: Person) =>
      (await run.send('GET', `/api/platform/file/${proof.id}`, { token: who.access_token })).raw.headers['content-type']
    expect(await file(reviewer)).toBe('image/png')
    expect(await file(stranger)).toMatch(/json/)
    expect((await get(`web/user/audit/${data.id}`, reviewer)).data.documentNumber).toBe('1101**********002X')
    expect((await post('web/user/audit/reveal', { id: data.id, reason: '核对' }, reviewer)).data.documentNumber).toBe(ID_NUMBER)
  })
})

describe('own data', () => {
  it('[DATA-37] are packed for the person alone: what entities say is owned, in full, without secrets and without the rows of others', async () => {
    const [person, other] = [await run.person(), await run.person()]
    await post('usercenter/user', { ...STUDENT, documentType: 'idCard', documentNumber: ID_NUMBER }, person)
    await post('usercenter/user', { ...STUDENT, name: '另一个人' }, other)
    const { jobId } = (await post('usercenter/user/export', {}, person)).data
    const job = await until(async () => {
      const { data } = await get(`platform/job/${jobId}`, person)
      return ['done', 'failed'].includes(data.state) && data
    })
    expect(job).toMatchObject({ state: 'done', result: { type: 'application/zip' } })
    const read = (who: Person) => run.send('GET', `/api/platform/file/${job.result.id}`, { token: who.access_token })
    expect((await read(other)).body).toMatchObject({ error: 'NOT_FOUND' })
    const { default: zip } = await import('jszip')
    const archive = await zip.loadAsync((await read(person)).raw.rawPayload)
    expect(Object.keys(archive.files)).toEqual(expect.arrayContaining(['data.json', 'data.xlsx']))
    const text = await archive.file('data.json')!.async('string')
    const { data } = JSON.parse(text)
    expect(data['profile.profile'].rows).toMatchObject([{ documentNumber: ID_NUMBER }])
    expect(data['account.user'].rows).toMatchObject([{ id: person.id }])
    expect(text).not.toContain('另一个人')
    expect(text).not.toMatch(/passwordHash|tokenHash/)
  })

  const prove = (password: string, person: Person) => post('usercenter/proof', { way: 'password', password }, person)

  it('[DATA-38] go when the account is closed with the password: sessions end, nobody signs in, the profile is gone', async () => {
    const person = await run.person()
    await post('usercenter/user', { ...STUDENT, documentType: 'idCard', documentNumber: ID_NUMBER }, person)
    expect(await post('usercenter/user/close', {}, person)).toMatchObject({ error: 'PROOF_NEEDED' })
    expect(await prove('Wrong1!xx', person)).toMatchObject({ error: 'PASSWORD_WRONG' })
    expect(await post('usercenter/user/close', {}, person)).toMatchObject({ error: 'PROOF_NEEDED' })
    expect(await prove(PASSWORD, person)).toMatchObject({ code: 0 })
    expect(await post('usercenter/user/close', {}, person)).toMatchObject({ code: 0 })
    expect(await get('usercenter/user', person)).toMatchObject({ code: 401 })
    expect((await run.signIn(person.account)).body.code).not.toBe(0)
    const { rows } = await run.db.query('select * from account_user where id = $1', [person.id])
    expect(rows).toMatchObject([{ userName: `closed-${person.id}`, email: null, phone: null, passwordHash: null, state: 'closed' }])
    for (const table of ['profile_profile', 'account_session', 'account_grant'])
      expect((await run.db.query(`select 1 from ${table} where "userId" = $1`, [person.id])).rowCount).toBe(0)
  })

  it('[DATA-39] stay while the person is the only administrator of the platform', async () => {
    await run.db.query(`delete from account_grant where role = 'account.platformAdmin'`)
    const person = await run.person('account.platformAdmin')
    await prove(PASSWORD, person)
    expect(await post('usercenter/user/close', {}, person)).toMatchObject({ error: 'ACCOUNT_NEEDED' })
    const second = await run.person('account.platformAdmin')
    await prove(PASSWORD, second)
    expect(await post('usercenter/user/close', {}, second)).toMatchObject({ code: 0 })
  })

  describe('of two last administrators who go at the same moment in two ways', () => {
    /** Nobody else administers the platform. */
    async function twoAdministrators() {
      await run.db.query(`delete from account_grant where role = 'account.platformAdmin'`)
      const [first, second] = [await run.person('account.platformAdmin'), await run.person('account.platformAdmin')]
      await prove(PASSWORD, first)
      const { rows } = await run.db.query(`select id from account_grant where "userId" = $1`, [second.id])
      return { first, second, grant: String(rows[0].id) }
    }
    const left = async () =>
      (
        await run.db.query(
          `select 1 from account_grant g join account_user u on u.id = g."userId" where g.role = 'account.platformAdmin' and u.state = 'active'`,
        )
      ).rowCount

    it('[DATA-40] one stays: closing the account and giving up the role wait for each other', async () => {
      const { first, second, grant } = await twoAdministrators()
      const replies = await Promise.all([
        post('usercenter/user/close', {}, first),
        post('usercenter/user/revokeRole', { id: grant }, second),
      ])
      const refusals = replies.map(({ error }) => error).filter(Boolean)
      expect(refusals).toHaveLength(1)
      expect(['ACCOUNT_NEEDED', 'LAST_ADMINISTRATOR']).toContain(refusals[0])
      expect(await left()).toBe(1)
    })

    it('[DATA-40] (control) none stays without the lock', async () => {
      const { first, second } = await twoAdministrators()
      const replies = await Promise.all([first, second].map((person) => post('fixture/resignUnlocked', {}, person)))
      expect(replies.map(({ code }) => code)).toEqual([0, 0])
      expect(await left()).toBe(0)
    })
  })
})
