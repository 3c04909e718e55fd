/** Heads of pages, the sitemap and the other files of the site, over HTTP as a search engine gets them. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSitemap } from '../../../runtime/server/head/readSitemap.ts'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'
import { createWorld, MODELLING, type World } from '../roadWorld.ts'

const SITE = 'https://agon.example'
let world: World
let competitionId: string
beforeAll(async () => {
  world = await createWorld({ template: 'seeded', siteAddress: SITE })
  competitionId = await world.competition(MODELLING)
})
afterAll(() => world.close())

interface HeadRead {
  status: number
  html: string
  lang: string
  title: string
  /** By name or property. */
  meta: Record<string, string>
  canonical: string | undefined
  alternates: Record<string, string>
}

async function headOf(path: string, cookie = ''): Promise<HeadRead> {
  const { statusCode: status, body: html } = await world.app.inject({ url: path, headers: cookie ? { cookie } : {} })
  const all = (pattern: RegExp) => Object.fromEntries([...html.matchAll(pattern)].map(([, name, value]) => [name!, value!]))
  return {
    status,
    html,
    lang: /<html lang="([^"]*)"/.exec(html)?.[1] ?? '',
    title: /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '',
    meta: all(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g),
    canonical: /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1],
    alternates: all(/<link rel="alternate" hreflang="([^"]+)" href="([^"]*)"/g),
  }
}

/** An address for every route of every page; parameters are numbers that nothing has. */
function everyRoute(): [route: string, isPublic: boolean][] {
  const pages = [...world.server.deps.platform().documents.page.values()]
  return pages.flatMap(({ routes, access }) =>
    routes.map((route): [string, boolean] => [route.replace(/:\w+/g, '999999'), access === 'public']),
  )
}

describe('the head of a page', () => {
  it('[HEAD-1] has words without braces, one address that counts and what is shown where it is shared, at every address there is', async () => {
    const app = { zh: 'Agon 竞赛平台', en: 'Agon competitions' }
    for (const lang of ['zh', 'en'] as const) {
      for (const [route, isPublic] of everyRoute()) {
        const { title, meta, canonical, html } = await headOf(`${route}?competitionId=${competitionId}`, `lang=${lang}`)
        const reported = { route, title, ...meta }
        expect(html.replace(/<script type="application\/json".*?<\/script>/s, ''), route).not.toMatch(/\{\{|undefined|\[object/)
        expect(title, route).toContain(app[lang])
        expect(meta.description?.length, JSON.stringify(reported)).toBeGreaterThan(3)
        expect(canonical, route).toMatch(/^https:\/\/agon\.example\//)
        expect(reported, route).toMatchObject({
          'og:title': expect.stringMatching(/\S/),
          'og:description': meta.description,
          'og:url': canonical,
          'og:image': expect.stringMatching(/^https:\/\/agon\.example\/\S+/),
          'og:type': 'website',
          'twitter:card': 'summary_large_image',
          'twitter:image': meta['og:image'],
        })
        // what only some may open tells nothing, and is kept by no search engine
        if (!isPublic) expect(reported, route).toMatchObject({ title: app[lang], robots: 'noindex' })
      }
    }
  })

  it('[HEAD-2] tells the competition that the page is about, in both languages at addresses of their own', async () => {
    const address = `/details?competitionId=${competitionId}`
    const zh = await headOf(`${address}&utm_source=letter`)
    expect(zh).toMatchObject({ status: 200, lang: 'zh-CN', title: `${MODELLING} · Agon 竞赛平台`, canonical: `${SITE}${address}` })
    expect(zh.meta.robots).toBeUndefined()
    expect(zh.alternates).toEqual({
      'zh-CN': `${SITE}${address}`,
      en: `${SITE}${address}&amp;lang=en`,
      'x-default': `${SITE}${address}`,
    })
    const [{ summary, title }] = await world.rows('SELECT summary, title FROM competition_competition WHERE id = $1', [competitionId])
    expect(zh.meta.description).toBe(summary.zh)
    const en = await headOf(`${address}&lang=en`, 'lang=zh')
    expect(en).toMatchObject({ lang: 'en', title: `${title.en} · Agon competitions`, canonical: `${SITE}${address}&amp;lang=en` })
    expect(en.alternates).toEqual(zh.alternates)
  })

  it('[HEAD-3] keeps the language that an address names, as if it had been chosen', async () => {
    const reply = await world.app.inject('/competition?lang=en')
    expect(reply.headers['set-cookie']).toMatch(/^lang=en; Max-Age=31536000; Path=\/; SameSite=Lax$/)
    expect((await world.app.inject('/competition?lang=fr')).headers['set-cookie']).toBeUndefined()
    expect((await world.app.inject({ url: '/competition?lang=en', headers: { cookie: 'lang=en' } })).headers['set-cookie']).toBeUndefined()
  })

  it('[HEAD-4] counts the same page once, whichever address leads to it', async () => {
    const [{ id: team }] = await world.rows(
      `SELECT r.id FROM signup_registration r JOIN competition_competition c ON c.id = r."competitionId"
       WHERE r.status = 4 AND r."isTeam" AND c."teamsPublic" AND c.published LIMIT 1`,
    )
    const canonical = async (path: string) => (await headOf(path)).canonical
    expect(await canonical(`/competition/team/${team}/${competitionId}`)).toBe(`${SITE}/details/team/${team}`)
    expect(await canonical(`/molbileDetails/Points?competitionId=${competitionId}`)).toBe(
      `${SITE}/details/Points?competitionId=${competitionId}`,
    )
  })

  it('[HEAD-13] leads from another name of a parameter to the address with its own', async () => {
    const led = async (url: string) => {
      const { statusCode, headers } = await world.server.app.inject({ url })
      return [statusCode, headers.location ?? null]
    }
    expect(await led(`/details/Points?id=${competitionId}&tab=x`)).toEqual([302, `/details/Points?tab=x&competitionId=${competitionId}`])
    expect(await led(`/details?id=999&competitionId=${competitionId}`)).toEqual([302, `/details?competitionId=${competitionId}`])
    expect(await led(`/details?competitionId=${competitionId}`)).toEqual([200, null])
  })

  it('[HEAD-5] never tells what is not public: a draft and nothing look alike, also to a preview', async () => {
    const secret = 'Geheim-<b>"1"'
    const [{ id: draft }] = await world.rows(
      `INSERT INTO competition_competition (title, summary, "organisationId")
       SELECT jsonb_build_object('zh', $2::text, 'en', $2::text), jsonb_build_object('zh', $2::text, 'en', $2::text), "organisationId"
       FROM competition_competition WHERE id = $1 RETURNING id`,
      [competitionId, secret],
    )
    for (const path of [`/details?competitionId=${draft}`, `/details/entryGuide?competitionId=${draft}`]) {
      const read = await headOf(path)
      expect(read).toMatchObject({ status: 404, title: '页面不存在 · Agon 竞赛平台' })
      expect(read.meta.robots).toBe('noindex')
      expect(read.html).not.toContain('Geheim')
    }
    const preview = await headOf(`/details?competitionId=${draft}&previewAt=2026-01-01T00:00:00.000Z`)
    expect(preview).toMatchObject({ title: '竞赛详情 · Agon 竞赛平台', meta: { robots: 'noindex' } })
    expect(preview.html).not.toContain('Geheim')
  })

  it('[HEAD-6] takes nothing from the host that is asked, and escapes what people wrote', async () => {
    const [{ id, title }] = await world.rows(
      `UPDATE competition_competition SET title = jsonb_set(title, '{zh}', to_jsonb($2::text)) WHERE id = $1 RETURNING id, title`,
      [await world.competition('青年设计双年赛'), `"><script>alert('1')</script>`],
    )
    const { body } = await world.app.inject({ url: `/details?competitionId=${id}`, headers: { host: 'evil.example' } })
    expect(title.zh).toContain('<script>')
    expect(body).not.toContain('<script>')
    expect(body).toContain('&lt;script&gt;alert(&#39;1&#39;)')
    expect(body).not.toContain('evil.example')
    const asked = await headOf(`/competition/%22%3E%3Cb%3E?x=%22%3E%3Cb%3E`)
    expect(asked.html).not.toContain('"><b>')
  })

  it('[HEAD-11] says of a certificate that was withdrawn or replaced that it does not hold, and shows no picture of it', async () => {
    const [{ code }] = await world.rows(`SELECT code FROM certificate_certificate WHERE state = 'published' LIMIT 1`)
    const shared = (lang: string) => headOf(`/share?certificate=${code}`, `lang=${lang}`)
    const valid = await shared('zh')
    expect(valid.meta['og:image']).toContain(`certificate=${code}`)
    const reported = {
      withdrawn: ['已撤销', 'Withdrawn', 'withdrawn and is no longer valid'],
      replaced: ['已被替代', 'Replaced', 'no longer valid'],
    }
    try {
      for (const [state, [zh, en, words]] of Object.entries(reported)) {
        await world.rows('UPDATE certificate_certificate SET state = $2, "withdrawnAt" = now(), reason = $3 WHERE code = $1', [
          code,
          state,
          '误发',
        ])
        // a page may be as it was a second ago
        for (const lang of ['zh', 'en']) await expect.poll(async () => (await shared(lang)).title).toMatch(new RegExp(`${zh}|${en}`))
        const [chinese, english] = [await shared('zh'), await shared('en')]
        for (const { meta, title } of [chinese, english]) {
          expect(meta.robots).toBe('noindex')
          expect(meta['og:image']).not.toContain('certificate')
          expect([title, meta['og:title'], meta['twitter:title']].join()).toMatch(new RegExp(`(.*(${zh}|${en}) · .*){3}`))
        }
        for (const name of ['description', 'og:description', 'twitter:description']) {
          expect(chinese.meta[name]).toContain('不再有效')
          expect(english.meta[name]).toContain(words)
        }
      }
    } finally {
      await world.rows(`UPDATE certificate_certificate SET state = 'published', "withdrawnAt" = NULL, reason = NULL WHERE code = $1`, [
        code,
      ])
    }
    await expect.poll(async () => (await shared('zh')).meta).toEqual(valid.meta)
  })

  it('[HEAD-14] says in structured data what the page is about, in its language, with whole addresses and nothing that is empty', async () => {
    const thingsOf = (html: string) =>
      [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)].map(
        ([, json]) => JSON.parse(json!) as Record<string, unknown>,
      )
    const [zh, en] = await Promise.all(
      ['zh', 'en'].map(async (lang) => thingsOf((await headOf(`/details?competitionId=${competitionId}`, `lang=${lang}`)).html)),
    )
    expect(zh![0]).toMatchObject({ '@context': 'https://schema.org', '@type': 'Event', name: MODELLING, location: { '@type': 'Place' } })
    expect(en![0]).toMatchObject({
      name: 'National Mathematical Modelling Challenge',
      url: `${SITE}/details?competitionId=${competitionId}`,
    })
    expect(String(en![0]!.startDate)).toMatch(/^\d{4}-\d\d-\d\dT/)
    expect(thingsOf((await headOf('/')).html).map((thing) => thing['@type'])).toEqual(['WebSite', 'Organization'])
    const articles = await world.rows(`SELECT id FROM competition_news WHERE "publishedAt" IS NOT NULL LIMIT 1`)
    const [news] = thingsOf((await headOf(`/news/${articles[0].id}`)).html)
    expect(news).toMatchObject({ '@type': 'NewsArticle' })
    expect(JSON.stringify([zh, en, news])).not.toMatch(/null|""|"\//)
    expect(thingsOf((await headOf('/details?competitionId=999999')).html)).toEqual([])
  })

  it('[HEAD-15] is in the language that the browser prefers where no one has chosen, and says on what it depends', async () => {
    const asked = async (language: string, cookie = '') => {
      const { body, headers } = await world.app.inject({ url: '/training', headers: { 'accept-language': language, cookie } })
      expect(headers.vary).toContain('accept-language')
      return /<html lang="([^"]*)"/.exec(body)?.[1]
    }
    expect(await asked('en-GB,en;q=0.9')).toBe('en')
    expect(await asked('fr,zh;q=0.5,en;q=0.4')).toBe('zh-CN')
    expect(await asked('fr')).toBe('zh-CN')
    expect(await asked('en', 'lang=zh')).toBe('zh-CN')
  })

  it('[HEAD-7] fetches the picture of the first screen with the page', async () => {
    const [{ id, cover }] = await world.rows('SELECT id, cover FROM competition_competition WHERE published AND cover IS NOT NULL LIMIT 1')
    const { html, meta } = await headOf(`/details?competitionId=${id}`)
    expect(html).toContain(`<link rel="preload" as="image" href="/api/platform/file/${cover.id}" fetchpriority="high">`)
    expect(meta['og:image']).toBe(`${SITE}/api/platform/file/${cover.id}`)
  })
})

describe('files of the site', () => {
  it('[HEAD-8] name the sitemap, whose addresses all answer and may be kept', async () => {
    const robots = await world.app.inject('/robots.txt')
    expect(robots.headers['content-type']).toMatch(/^text\/plain/)
    expect(robots.body).toContain(`Sitemap: ${SITE}/sitemap.xml`)
    const sitemap = await world.app.inject('/sitemap.xml')
    expect(sitemap.headers['content-type']).toMatch(/^application\/xml/)
    const addresses = [...sitemap.body.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address!.replaceAll('&amp;', '&'))
    expect(addresses).toContain(`${SITE}/`)
    expect(addresses).toContain(`${SITE}/details?competitionId=${competitionId}`)
    expect(addresses).toContain(`${SITE}/details?competitionId=${competitionId}&lang=en`)
    expect(addresses.filter((address) => /login|admin|personalCenter|\/40\d/.test(address))).toEqual([])
    for (const address of addresses) {
      const { status, canonical, meta } = await headOf(address.slice(SITE.length))
      expect({ address, status, canonical: canonical?.replaceAll('&amp;', '&'), robots: meta.robots }).toEqual({
        address,
        status: 200,
        canonical: address,
        robots: undefined,
      })
    }
  })

  it('[HEAD-9] divide a long sitemap, and lose none of its addresses', async () => {
    const locs = (text: string) => [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address!)
    const [whole] = await createSitemap(world.server.deps)()
    const parts = await createSitemap(world.server.deps, 10)()
    const texts = parts.map(({ body }) => body.toString())
    expect(parts.length).toBeGreaterThan(2)
    for (const text of texts) expect(locs(text).length).toBeLessThanOrEqual(10)
    expect(texts.flatMap(locs)).toEqual(locs(whole!.body.toString()))
    expect((await world.app.inject('/sitemaps/1.xml')).statusCode).toBe(200)
    expect((await world.app.inject('/sitemaps/99.xml')).statusCode).toBe(404)
  })

  it('[HEAD-12] say whom to tell of a weakness (RFC 9116)', async () => {
    const { statusCode, headers, body } = await world.app.inject('/.well-known/security.txt')
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
    const fields = Object.fromEntries(
      body
        .trimEnd()
        .split('\n')
        .map((line) => line.split(/: (.*)/s)),
    )
    expect(fields).toMatchObject({
      Contact: `${SITE}/helpcenter`,
      'Preferred-Languages': 'zh, en',
      Canonical: `${SITE}/.well-known/security.txt`,
    })
    const days = (Date.parse(fields.Expires) - Date.now()) / 86_400_000
    expect(days > 90 && days < 365).toBe(true)
    expect((await headOf('/helpcenter')).status).toBe(200)
  })

  it('[HEAD-10] have a manifest in the language asked for, and every sign it names is there', async () => {
    const manifest = await world.app.inject({ url: '/manifest.webmanifest', headers: { cookie: 'lang=en' } })
    expect(manifest.headers['content-type']).toMatch(/^application\/manifest\+json/)
    expect(manifest.json()).toMatchObject({ name: 'Agon competitions', short_name: 'Agon', lang: 'en', start_url: '/' })
    const there = new Set(readdirSync(join(PROJECT_DIRECTORY, 'renderer/public')))
    const { site } = world.server.deps.platform().app
    for (const path of ['/favicon.ico', site!.image, ...site!.icons.map(({ src }) => src)]) expect(there).toContain(path.slice(1))
    expect((await headOf('/')).html).toContain('<link rel="icon" href="/favicon.svg" type="image/svg+xml" sizes="any">')
  })
})
