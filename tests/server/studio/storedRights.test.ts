/** What an organiser stores is opened by others, with their rights: it makes no call that is not offered to forms, neither when it is published now nor
 *  when it was published before there was such a rule. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FormDocument, FormField } from '../../../runtime/core/documents.ts'
import { createServer } from '../../../runtime/server/createServer.ts'
import { documentHash } from '../../../runtime/server/documents/documentRows.ts'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'
import { createWorld, HACKATHON, HACKATHON_ANSWERS, hackathonForm, MODELLING, signUp, type World } from '../roadWorld.ts'

let world: World
let organiser: string
let admin: string
let competitionId: string
beforeAll(async () => {
  world = await createWorld()
  organiser = await world.signIn('organiser')
  admin = await world.signIn('administrator')
  competitionId = await world.competition(HACKATHON)
})
afterAll(() => world.close())

const grants = async () => (await world.rows('SELECT id, role, "userId" FROM account_grant ORDER BY id')) as unknown[]
const publishedForm = async () => {
  const [row] = await world.rows(
    `SELECT d.* FROM platform_document d JOIN competition_competition c ON c."formId" = d."documentId" WHERE c.id = $1 AND d.state = 'published'`,
    [competitionId],
  )
  return { row, content: JSON.parse(row.content) as FormDocument }
}
/** Makes its reader give the platform away. */
const TAKE_OVER = { account: 'mallory', role: 'account.platformAdmin', scope: 'competition', competitionId: '1' }
const trap = (params: Record<string, string> = TAKE_OVER, call = 'account.grantRole'): FormField => ({
  type: 'string',
  title: { zh: '陷阱', en: 'Trap' },
  'x-options': { call, params, valueKey: 'id', labelKey: 'id' },
})
const withTrap = (content: FormDocument, field: FormField): FormDocument => {
  const next = structuredClone(content)
  next.schema.properties.trap = field
  return next
}
/** As a release before this one would have left it. */
async function publishUnchecked(kind: string, documentId: string, content: object, standalone: boolean | null): Promise<string> {
  await world.rows(`UPDATE platform_document SET state = 'archived' WHERE kind = $1 AND "documentId" = $2 AND state = 'published'`, [
    kind,
    documentId,
  ])
  const hash = documentHash(content)
  await world.rows(
    `INSERT INTO platform_document (kind, "documentId", revision, state, hash, content, "formatVersion", apart, "publishedAt")
     VALUES ($1, $2, (SELECT coalesce(max(revision), 0) + 1 FROM platform_document WHERE kind = $1 AND "documentId" = $2), 'published', $3, $4, 1, $5, now())`,
    [kind, documentId, hash, JSON.stringify(content), standalone],
  )
  return hash
}

describe('[SAFE-1] a form of a competition', () => {
  it('cannot be published with options from a call that writes, is kept from visitors, or was not offered; the place is named', async () => {
    const own = await world.competition(MODELLING)
    const { content, revision: first } = (await world.call('api/web/competition/form', { competitionId: own }, organiser)).data
    const before = await grants()
    let revision = first
    for (const call of ['account.grantRole', 'message.people', 'account.me']) {
      const sent = { competitionId: own, content: withTrap(content, trap({}, call)), revision }
      const saved = await world.call('api/web/competition/form/save', sent, organiser)
      expect(saved).toMatchObject({
        code: 0,
        data: { failures: expect.arrayContaining([expect.objectContaining({ code: 'CALL_NOT_OFFERED' })]) },
      })
      revision = saved.data.revision
      const refused = await world.call('api/web/competition/form/publish', { competitionId: own }, organiser)
      expect(refused).toMatchObject({ error: 'DOCUMENT_INVALID' })
      expect(refused.details!.failures).toContainEqual(
        expect.objectContaining({ code: 'CALL_NOT_OFFERED', path: '/schema/properties/trap/x-options/call', found: `"${call}"` }),
      )
    }
    const allowed = { competitionId: own, content: withTrap(content, trap({}, 'organisation.regions')), revision }
    expect((await world.call('api/web/competition/form/save', allowed, organiser)).data.failures).toEqual([])
    expect(await grants()).toEqual(before)
  })

  it('that was published before brings its reader no such call, and handing it in makes none', async () => {
    const { row, content } = await publishedForm()
    const before = await grants()
    const hash = await publishUnchecked('form', row.documentId, withTrap(content, trap()), row.apart)
    const shown = await world.call(`api/platform/form/${hash}`, {}, admin, 'GET')
    expect(shown).toMatchObject({ code: 0, data: { apart: true, form: { id: row.documentId } } })
    expect(Object.keys(shown.data.calls)).not.toContain('account.grantRole')
    const form = await hackathonForm(world)
    expect(form.formHash).toBe(hash)
    const { token } = await world.newcomer()
    for (const person of [admin, token]) {
      const refused = await signUp(world, person, form, { answers: { ...HACKATHON_ANSWERS, trap: '1' } })
      // the call itself would have answered ROLE_SCOPE or the like
      expect(refused).toMatchObject({ error: 'FORM_INVALID', details: { errors: [{ path: '/trap', rule: 'option' }] } })
    }
    expect(await grants()).toEqual(before)
  })

  it('of somebody else, opened in the designer, brings no such call either', async () => {
    const input = { palette: 'studio.fields', calls: ['account.grantRole', 'organisation.regions', 'message.people'] }
    const { data } = await world.call(
      `api/platform/vocabulary?palette=studio.fields&${input.calls.map((call) => `calls=${call}`).join('&')}`,
      {},
      admin,
      'GET',
    )
    expect(Object.keys(data.calls)).toContain('organisation.regions')
    expect(Object.keys(data.calls)).not.toContain('account.grantRole')
  })

  it('tells its author nothing of the rights of who fills it', async () => {
    const { row, content } = await publishedForm()
    const spying = structuredClone(content)
    delete spying.schema.properties.trap
    spying.schema.properties.seen = {
      type: 'string',
      title: { zh: '看', en: 'Seen' },
      'x-computed': { cel: "session.permissions.join(',')" },
      'x-whenHidden': 'keep',
    }
    const hash = await publishUnchecked('form', row.documentId, spying, row.apart)
    const form = { ...(await hackathonForm(world)), formHash: hash }
    const { data, error } = await signUp(world, admin, form)
    expect(error).toBeUndefined()
    const [stored] = await world.rows('SELECT answers FROM signup_registration WHERE id = $1', [data.id])
    expect(stored.answers.fullName).toBe('Ada Example')
    expect(stored.answers.seen ?? '').toBe('')
  })
})

describe('[SAFE-1] what a document asks for by itself', () => {
  const asker = async (name: string, method: 'GET' | 'POST', path: string, input: Record<string, unknown> = {}) =>
    (
      await world.app.inject({
        method,
        url: `/${path}`,
        headers: { authorization: `Bearer ${admin}`, 'x-asker': name },
        ...(method === 'GET' ? {} : { payload: input }),
      })
    ).json()

  it('is refused by the server when the call writes or does not offer itself', async () => {
    const before = await grants()
    for (const name of ['options', 'code', 'source', 'anything'])
      expect(await asker(name, 'POST', 'api/usercenter/user/grantRole', TAKE_OVER)).toMatchObject({ error: 'CALL_NOT_OFFERED' })
    expect(await asker('options', 'GET', 'api/usercenter/sessions')).toMatchObject({
      error: expect.stringMatching(/CALL_NOT_OFFERED|PATH_UNKNOWN/),
    })
    expect(await asker('options', 'GET', 'api/usercenter/regions')).toMatchObject({ code: 0 })
    expect(await asker('source', 'GET', 'api/usercenter/regions')).toMatchObject({ code: 0 })
    expect(await grants()).toEqual(before)
  })
})

describe('[SAFE-1] documents of the platform that were published before', () => {
  it('do not keep a server from its start, nor are they published again', async () => {
    const form = world.server.deps.platform().get('form', 'account.seeAs')
    await publishUnchecked('form', 'account.seeAs', withTrap(form, trap()), false)
    const again = await createServer({
      databaseUrl: world.databaseUrl,
      projectDirectory: PROJECT_DIRECTORY,
      dataDirectory: world.server.deps.config.dataDirectory,
      logLevel: 'silent',
    })
    try {
      expect(Object.keys(again.deps.platform().get('form', 'account.seeAs').schema.properties)).toContain('trap')
    } finally {
      await again.close()
    }
    const address = 'api/platform/document/form/account.seeAs'
    await world.call(address, { content: withTrap(form, { ...trap(), title: { zh: '又', en: 'Again' } }) }, admin)
    const refused = await world.call(`${address}/publish`, {}, admin)
    expect(refused).toMatchObject({ error: 'DOCUMENT_INVALID' })
    expect(refused.details!.failures).toContainEqual(expect.objectContaining({ code: 'CALL_NOT_OFFERED' }))
  })
})
