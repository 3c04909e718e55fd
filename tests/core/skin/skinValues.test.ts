/** What somebody stores as a skin becomes style on everybody's screen: only what is in the grammar of a type. */
import { describe, expect, it } from 'vitest'
import { buildPlatform } from '../../../runtime/core/documents/buildPlatform.ts'
import { validateStored } from '../../../runtime/core/documents/validateStored.ts'
import type { SkinTokenType } from '../../../runtime/core/documents.ts'
import type { Platform } from '../../../runtime/core/platform.ts'
import { isSkinPicture, isTokenValue, paintableTokens, TOKEN_TYPES } from '../../../runtime/core/skin/skinValues.ts'
import { loadFiles } from '../../../runtime/server/documents/loadFiles.ts'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'

const { raws, texts, names } = loadFiles(PROJECT_DIRECTORY)
const platform = buildPlatform(raws, texts, names).platform as Platform
const base = platform.get('skin', 'skins.light')

/** Each would leave its declaration, fetch from elsewhere, or reach another token. */
const HOSTILE = [
  'x;} body{display:none}',
  'Arial; background: red',
  'Arial} * {color: red',
  "Arial', x; }",
  "'Arial\\7d '",
  '\\7d body\\7b display:none\\7d',
  'url(https://evil.example/x)',
  "url('//evil.example/x')",
  'image-set("https://evil.example/x" 1x)',
  '@import "https://evil.example/x"',
  '</style><script>alert(1)</script>',
  'red/*',
  '*/ }',
  'var(--agon-color-text)',
  'expression(alert(1))',
  'calc(1px + 1px)',
  'attr(data-x)',
  'env(x)',
  '#fff;',
  '#fff}',
  'rgb(1,2,3);}',
  'rgb(1,2,3) url(x)',
  '0 1px 2px #fff;} x{',
  '0 1px 2px url(x)',
  '0 1px 2px rgb(1,2,3), x',
  '120ms; x',
  '120ms\n}',
  'cubic-bezier(0,0,1,1);}',
  'ease\u2028}',
  'Arial\u0000',
  '\uFF5D body',
  '',
  ' ',
]
const types = Object.keys(TOKEN_TYPES) as SkinTokenType[]

describe('[SAFE-4] a token of a skin', () => {
  it('is declared with a type, every one of the shipped skins, and all of them fit', () => {
    const declared = [...Object.values(base.types ?? {}).flat(), ...(base.groups ?? []).flatMap(({ tokens }) => Object.keys(tokens))]
    expect([...declared].sort()).toEqual(Object.keys(base.tokens).sort())
    for (const skin of platform.documents.skin.values()) expect(paintableTokens(skin.tokens)).toEqual(skin.tokens)
  })

  it.each(HOSTILE)('is of no type and painted nowhere as %j', (value) => {
    expect(types.filter((type) => isTokenValue(type, value))).toEqual([])
    expect(paintableTokens({ fontFamily: value, colorText: value, boxShadow: value })).toEqual({})
  })

  it('is painted under no name that is none', () => {
    expect(paintableTokens({ 'x;}': '#fff', 'a b': 1, 'a-b': '#fff', __proto__x: '#fff', ok: '#fff' })).toEqual({ ok: '#fff' })
    expect(paintableTokens({ size: Number.NaN, wide: Number.POSITIVE_INFINITY, list: ['#fff'] as never, none: null as never })).toEqual({})
  })
})

describe('[SAFE-4] a skin of one object', () => {
  const judge = (more: object) => {
    const skin = {
      $schema: '../kinds/skin.schema.json',
      id: 'own.skin.7',
      version: 1,
      title: { zh: '皮', en: 'Skin' },
      extends: 'skins.light',
      tokens: {},
      ...more,
    }
    return validateStored(platform, { file: 'document:own.skin.7.skin@1', text: JSON.stringify(skin) }, names)
  }
  const tokens = Object.keys(base.tokens)

  it('cannot be published with a hostile value for any token, on either side', () => {
    for (const value of HOSTILE) {
      const own = Object.fromEntries(tokens.map((name) => [name, value]))
      const failures = judge({ tokens: own, other: { extends: 'skins.dark', tokens: own } })
      const refused = new Set(failures.flatMap(({ code, path }) => (code === 'SKIN_TOKEN' ? [path] : [])))
      for (const name of tokens)
        for (const side of ['/tokens', '/other/tokens']) expect(refused, `${name}: ${value}`).toContain(`${side}/${name}`)
    }
  })

  it('cannot be published with a token that nobody declared, nor declare one, nor loosen the rules it starts from', () => {
    expect(judge({ tokens: { zIndexPopupBase: 1 } })).toMatchObject([{ code: 'SKIN_TOKEN', path: '/tokens/zIndexPopupBase' }])
    const own = judge({ types: { fonts: ['colorText'] }, groups: [], pairs: [], tokens: { colorText: 'Arial' } })
    expect(own).toMatchObject([{ code: 'SKIN_TOKEN', path: '/tokens/colorText', expected: expect.stringContaining('a colour') }])
    expect(judge({ pairs: [], tokens: { colorText: '#eeeeee' } }).map(({ code }) => code)).toContain('SKIN_CONTRAST')
  })

  it('cannot show a picture of another host', () => {
    const hostile = [
      'https://evil.example/x.png',
      '//evil.example/x.png',
      '/\\evil.example',
      'javascript:alert(1)',
      'data:text/html;base64,AAAA',
      'data:image/png,x")}',
      '/x") , url("//evil',
    ]
    for (const address of hostile) {
      expect(isSkinPicture(address)).toBe(false)
      expect(judge({ images: { logo: address } })).toMatchObject([{ code: 'SKIN_TOKEN', path: '/images/logo' }])
    }
    expect(judge({ images: { logo: '/api/platform/file/abc-12', banner: 'data:image/png;base64,AAAA' } })).toEqual([])
    expect(judge({ images: { 'x y': '/api/platform/file/abc-12' } })).toMatchObject([{ code: 'SKIN_TOKEN' }])
  })
})
