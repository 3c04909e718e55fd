/** What the page studio is told of pages: where each node stands, where words are read, and who sees what. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, type World } from '../roadWorld.ts'

let world: World
let admin: string
beforeAll(async () => {
  world = await createWorld()
  admin = await world.signIn('administrator')
})
afterAll(() => world.close())

const get = async (path: string, input = {}, token: string | null = admin) => (await world.call(path, input, token, 'GET')).data
const found = async (search: string) =>
  ((await get('api/platform/document', { search, pageSize: 100 })).list as { kind: string; id: string; found?: string }[]).map(
    ({ kind, id }) => `${kind}:${id}`,
  )

describe('[SIGHT-6] a preview', () => {
  it('says of each node where it stands, in its page and in the fragment it comes from; a page that is no preview says nothing', async () => {
    const { page } = await get('api/platform/preview/page/content.introductionPlatform')
    const places = JSON.stringify(page.body)
    expect(places).toContain('"at":["page:content.introductionPlatform#/body/0","fragment:content.article#/body/')
    expect(places).toContain('page:content.introductionPlatform#/body/0/children/0')
    const served = await get('api/platform/page/content.introductionPlatform', {}, null)
    expect(JSON.stringify(served.page)).not.toContain('"at":[')
    expect(JSON.stringify((await get('api/platform/page/content.introductionPlatform')).page)).not.toContain('"at":[')
  })
})

describe('[SIGHT-7] the list of documents', () => {
  it('begins with pages and their addresses, and is bounded', async () => {
    const { list } = await get('api/platform/document', { pageSize: 100 })
    expect(list).toHaveLength(100)
    expect(list.every(({ kind, address }: { kind: string; address: string }) => kind === 'page' && address.startsWith('/'))).toBe(true)
    expect((await world.call('api/platform/document', { pageSize: 101 }, admin, 'GET')).error).toBe('CALL_INPUT')
  })

  it('finds a page by its address, by the words of what it shows, by words inside of expressions, and by texts that it names', async () => {
    expect(await found('/admin/explain')).toContain('page:platform.explain')
    // a column of a table
    expect(await found('所需 权限')).toContain('page:platform.explain')
    expect(await found('Has draft')).toEqual(expect.arrayContaining(['table:platform.documents', 'page:platform.screens']))
    // written in an expression
    const { list } = await get('api/platform/document', { search: 'one platform', pageSize: 100 })
    expect(list).toContainEqual(expect.objectContaining({ id: 'content.introductionPlatform' }))
    expect(await found('no such words anywhere')).toEqual([])
  })
})

describe('[SIGHT-9] who sees what', () => {
  it('is told in sentences of both languages, for the page and for each part', async () => {
    const sentences = async (lang: string, id: string) => {
      const reply = await world.app.inject({
        url: `/api/platform/explain/${id}`,
        headers: { authorization: `Bearer ${admin}`, 'accept-language': lang, cookie: `lang=${lang}` },
      })
      return reply.json().data.list.map(({ sentence }: { sentence: string }) => sentence) as string[]
    }
    const own = await get('api/platform/explain/platform.screen')
    expect(own.list[0]).toMatchObject({ what: 'page', path: '' })
    expect(own.list[0].sentence).toMatch(/^只有拥有“.+”权限的人能打开这个页面。$/)
    expect(own.list.find(({ condition }: { condition: string }) => condition === "route.kind == 'page'").sentence).toBe(
      '只在“地址 › kind”是“page”时显示。',
    )
    expect((await sentences('en', 'competition.index'))[0]).toBe('Everyone can open this page, without signing in.')
  })
})
