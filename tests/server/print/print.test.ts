/** Printed sheets: what stands on them is what the values say, they fit by their rules, and the same values give the same bytes. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import samples from '../../../plugins/certificate/samples.json' with { type: 'json' }
import type { PrintedSheet } from '../../../runtime/core/contracts.ts'
import { buildPlatform } from '../../../runtime/core/documents/buildPlatform.ts'
import type { JsonSchema, PrintDocument, PrintElement } from '../../../runtime/core/documents.ts'
import type { Lang } from '../../../runtime/core/platform.ts'
import { fillPrint } from '../../../runtime/core/print/fillPrint.ts'
import { createDecoders } from '../../../runtime/server/decoding/createDecoders.ts'
import { loadFiles } from '../../../runtime/server/documents/loadFiles.ts'
import { createPdfService } from '../../../runtime/server/pdf/createPdfService.ts'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'
import { type Piece, readActualText, readPdf, readPieces } from '../../harness/readPdf.ts'

const { raws, texts, names } = loadFiles(PROJECT_DIRECTORY)
const platform = buildPlatform(raws, texts, names).platform!
const decoders = createDecoders({ folders: [PROJECT_DIRECTORY], logger: { warn: () => {} } })
const createService = () => createPdfService({ platform: () => platform, decoders, seconds: 300 })
const service = createService()
const pdf = service.bind({ whose: 'test' })
afterAll(() => {
  service.stop()
  decoders.stop()
})

const AT = '2026-11-23T00:00:00.000Z'
/** Of certificates, and the picture for sharing one; other sheets have values of their own. */
const templates = [...platform.documents.print.values()].filter(({ data }) => data.startsWith('certificate.'))
const schema = platform.get('form', 'certificate.values').schema as JsonSchema

type Values = Readonly<Record<string, unknown>>

async function printed(
  print: PrintDocument,
  lang: Lang,
  sheets: Values[],
  pictures = new Map<string, Uint8Array>(),
): Promise<PrintedSheet[]> {
  const found: PrintedSheet[] = []
  await pdf.print({ print, lang, pictures, sheets: sheets.map((values) => ({ values, createdAt: AT })) }, async (sheet) => {
    found.push(sheet)
  })
  return found
}

const place = { x: 20, y: 20, width: 60, height: 10 }
function sheetOf(...elements: PrintElement[]): PrintDocument {
  const title = { zh: '试印', en: 'Trial' }
  const sheet = { size: 'A4', orientation: 'landscape' } as const
  return { $schema: '', id: 'own.trial', version: 1, title, data: 'certificate.values', heading: title, sheet, pages: [{ elements }] }
}
function words(text: string, more: Partial<Extract<PrintElement, { kind: 'text' }>> = {}): PrintElement {
  return { kind: 'text', ...place, text: { zh: text, en: text }, font: 'serif', size: 20, ...more }
}
/** Without those of words that a test puts over each other. */
const lacking = ({ problems }: PrintedSheet) => problems.filter(({ code }) => code !== 'overlap')
const codes = (sheets: PrintedSheet[]) => sheets.map(({ problems }) => problems.map(({ code }) => code))

describe('[PRINT-1] the gallery', () => {
  it.each(templates.flatMap(({ id }) => (['zh', 'en'] as const).map((lang) => [id, lang] as const)))(
    '%s in %s holds every sample: the words of the file are those of the values, with title and language',
    async (id, lang) => {
      const print = platform.get('print', id)
      const sheets = await printed(
        print,
        lang,
        samples.map(({ values }) => values),
      )
      for (const [at, sheet] of sheets.entries()) {
        const { id: sample, values } = samples[at]!
        const missing = sheet.problems.filter(({ code }) => code === 'missing')
        expect(sheet.problems.filter(({ code }) => code !== 'missing' && code !== 'overflow')).toEqual([])
        // the picture for sharing shows only what every certificate has
        expect(missing.length > 0, sample).toBe(sample === 'missing' && id !== 'certificate.card')
        expect(
          sheet.problems.filter(({ code }) => code === 'overflow').map(({ details }) => details),
          sample,
        ).toEqual([])
        const filled = fillPrint({ print, schema, lang, values })
        const read = await readPdf(sheet.bytes)
        expect(read).toMatchObject({ title: filled.heading, language: lang === 'zh' ? 'zh-CN' : 'en' })
        expect(read.pages.map(sorted)).toEqual(filled.pages.map(({ elements }) => sorted(elements.map(textOf).join(''))))
      }
    },
  )

  it('has at least eight templates', () => {
    expect(templates.length).toBeGreaterThanOrEqual(8)
  })
})

/** A reader orders words by their place. */
function sorted(text: string): string {
  return [...text.replace(/\s+/g, '')].sort().join('')
}

function textOf(filled: ReturnType<typeof fillPrint>['pages'][number]['elements'][number]): string {
  if (filled.kind === 'text') return filled.runs.map(({ text }) => text).join('')
  return filled.kind === 'table' ? [...(filled.head ?? []), ...filled.rows.flat()].join('') : ''
}

describe('[PRINT-2] a sheet', () => {
  it('has the same bytes for the same values, in another thread too, and other bytes for others', async () => {
    const print = platform.get('print', 'certificate.classic')
    const values = samples[0]!.values
    const [first, again, other] = await printed(print, 'zh', [values, values, samples[1]!.values])
    const [standalone] = await printed(print, 'zh', [values])
    expect(again!.hash).toBe(first!.hash)
    expect(standalone!.hash).toBe(first!.hash)
    expect(other!.hash).not.toBe(first!.hash)
  })

  it('of a batch waits for the batch before: one thread at a time holds fonts for many, and a failed batch holds up none', async () => {
    const print = platform.get('print', 'certificate.minimal')
    const sheets = [1, 2, 3, 4].map(() => ({ values: samples[0]!.values, createdAt: AT }))
    const reported: string[] = []
    const batch = (name: string) => pdf.print({ print, lang: 'zh', pictures: new Map(), sheets }, async () => void reported.push(name))
    const failing = pdf.print({ print, lang: 'zh', pictures: new Map(), sheets }, async () => {
      throw new Error('no room')
    })
    await Promise.all([expect(failing).rejects.toThrow('no room'), batch('a'), batch('b')])
    expect(reported.join('')).toBe('aaaabbbb')
  })

  it('stops where the receiver fails, and tells why', async () => {
    const print = platform.get('print', 'certificate.minimal')
    const sheets = [1, 2, 3].map(() => ({ values: samples[0]!.values, createdAt: AT }))
    let seen = 0
    const order = { print, lang: 'zh' as const, pictures: new Map(), sheets }
    const failing = pdf.print(order, async () => {
      seen += 1
      if (seen === 2) throw new Error('no room')
    })
    await expect(failing).rejects.toThrow('no room')
    expect(seen).toBe(2)
  })
})

describe('[PRINT-3] words that do not fit', () => {
  const long = { person: { name: '很长的名字'.repeat(5) } }
  const print = (overflow: 'shrink' | 'wrap' | 'problem', height = 10) => sheetOf(words('{{person.name}}', { overflow, height, least: 8 }))

  it('shrink on one line, break into lines, or are told, as the element says', async () => {
    expect(codes(await printed(print('shrink'), 'zh', [long]))).toEqual([['overflow']])
    expect(codes(await printed(print('wrap', 30), 'zh', [long]))).toEqual([[]])
    expect(codes(await printed(print('problem'), 'zh', [long, { person: { name: '短名' } }]))).toEqual([['overflow'], []])
    expect(codes(await printed(print('shrink'), 'zh', [{ person: { name: '一个十二个字的名字短一点' } }]))).toEqual([[]])
  })

  it('leave no row of a table out: rows get lower, and a table that is too long is told', async () => {
    const table: PrintElement = {
      kind: 'table',
      ...place,
      height: 40,
      rows: 'team.members',
      font: 'sans',
      size: 10,
      columns: [{ value: 'name', width: 1 }],
    }
    const team = (count: number) => ({ team: { members: Array.from({ length: count }, (_, at) => ({ name: `成员${at}` })) } })
    const sheets = await printed(sheetOf(table), 'zh', [team(10), team(60)])
    expect(codes(sheets)).toEqual([[], ['overflow']])
    expect((await readPdf(sheets[1]!.bytes)).pages[0]).toContain('成员59')
  })
})

it('[PRINT-14] tells words that lie over others, with both, and not those that are close, faint or blank', async () => {
  const under = words('获奖证书')
  const over = (more: Partial<Extract<PrintElement, { kind: 'text' }>>) =>
    printed(sheetOf(under, words('{{person.name}}', more)), 'zh', [{ person: { name: '王小明' } }])
  const [sheet] = await over({ y: 23 })
  expect(sheet!.problems).toEqual([{ code: 'overlap', details: '获奖证书 / 王小明', page: 0, layer: 1 }])
  expect(codes(await over({ y: 29 }))).toEqual([[]])
  expect(codes(await over({ x: 60 }))).toEqual([[]])
  expect(codes(await over({ opacity: 0.2 }))).toEqual([[]])
  expect(
    codes(await printed(sheetOf(under, words('{{person.school}}', { missing: 'blank' })), 'zh', [{ person: { school: '' } }])),
  ).toEqual([[]])
})

describe('[PRINT-4] a value that is missing', () => {
  it('is told, leaves its place blank, or takes the element with it', async () => {
    const of = (missing?: 'problem' | 'blank' | 'hide') =>
      sheetOf(words('学校 {{person.school}}', missing === undefined ? {} : { missing }))
    for (const [rule, expected, text] of [
      [undefined, ['missing'], '学校'],
      ['blank', [], '学校'],
      ['hide', [], ''],
    ] as const) {
      const [sheet] = await printed(of(rule), 'zh', [{ person: { school: '' } }])
      expect(sheet!.problems.map(({ code, details }) => [code, details])).toEqual(expected.map((code) => [code, 'person.school']))
      expect((await readPdf(sheet!.bytes)).pages).toEqual([text])
    }
  })

  it('never reads a value as a place or as bold', async () => {
    const [sheet] = await printed(sheetOf(words('{{person.name}}')), 'en', [{ person: { name: '**{{work.title}}**' } }])
    expect((await readPdf(sheet!.bytes)).pages).toEqual(['**{{work.title}}**'])
  })
})

it('[PRINT-5] tells letters that no font has, as they were written, and pictures that are none', async () => {
  const picture: PrintElement = { kind: 'picture', ...place, picture: '/api/platform/file/abc' }
  const [sheet] = await printed(
    sheetOf(words('{{person.name}}'), picture),
    'zh',
    [{ person: { name: '王👨‍👩‍👧小明🏆王👨‍👩‍👧' } }],
    new Map([['/api/platform/file/abc', Buffer.from('no picture')]]),
  )
  expect(sheet!.problems).toEqual([
    { code: 'glyph', details: '👨‍👩‍👧🏆', page: 0, layer: 0 },
    { code: 'picture', details: '/api/platform/file/abc', page: 0, layer: 1 },
  ])
})

describe('[PRINT-6] many sheets are drawn in a process of their own', () => {
  const many = Array.from({ length: 3 }, (_, at) => ({ person: { name: `选手${at}` } }))
  const own = createService()
  const all = () => process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length
  // the runner may have some of its own, and one reads pictures
  let before = 0
  beforeAll(() => {
    before = all()
  })
  const processes = () => all() - before
  const print = (each: (sheet: PrintedSheet) => Promise<void>) =>
    own.bind({ whose: 'test' }).print(
      {
        print: sheetOf(words('{{person.name}}')),
        lang: 'zh',
        pictures: new Map(),
        sheets: many.map((values) => ({ values, createdAt: AT })),
      },
      each,
    )

  it('which is there while they are drawn, and gone after the last', async () => {
    const during: number[] = []
    await print(async () => {
      during.push(processes())
    })
    expect(during).toEqual([1, 1, 1])
    await vi.waitFor(() => expect(processes()).toBe(0), { timeout: 240_000 })
  })

  it('and ends with the fault of the one who keeps them', async () => {
    await expect(
      print(async () => {
        throw new Error('no place')
      }),
    ).rejects.toThrow('no place')
    await vi.waitFor(() => expect(processes()).toBe(0), { timeout: 240_000 })
  })

  it('and with the server', async () => {
    await expect(print(async () => own.stop())).rejects.toThrow('stopped')
    await vi.waitFor(() => expect(processes()).toBe(0), { timeout: 240_000 })
  })
})

describe('[PRINT-7] letters of names', () => {
  const standard = readFileSync(join(PROJECT_DIRECTORY, 'tests/fixtures/standardCharacters.txt'), 'utf8').replaceAll('\n', '')
  const byScript: Record<string, string> = {
    'Latin, Greek and Cyrillic, with marks that compose and marks that do not':
      'Łukasz Čeněk Şükrü İpek Ğ Ő ű Ș ț ẞ Œ Ð þ Nguyễn Thị Hương Ưng Νίκος Ελένη Юлія Ґонґадзе Ў Ј q\u0323\u0301 M\u0302',
    'kana, Bopomofo and Hangul': '佐藤 さくら タカハシ ヴ ㄅㄆㄇ 김철수 뷁 힣',
    'Arabic, Hebrew, Thai and Devanagari': 'محمد عبد الرحمن حُسَيْن گلپایگانی ژاله שלום דָּוִד สมชาย น้ำฝน ผู้ใหญ่ प्रियंका श्रीमती कृष्ण',
    'the list of standard characters, whole': standard,
  }
  const once = (text: string, more: Partial<Extract<PrintElement, { kind: 'text' }>>) =>
    words(text, { overflow: 'problem', width: 9e6, ...more })

  it.each(Object.keys(byScript))('%s: every one has a form', async (of) => {
    expect([...standard]).toHaveLength(8105)
    const looks = [{ font: 'sans' }, { font: 'serif', bold: true }] as const
    const [sheet] = await printed(sheetOf(...looks.map((look) => once('{{person.name}}', look))), 'zh', [
      { person: { name: byScript[of] } },
    ])
    expect(lacking(sheet!)).toEqual([])
  })

  /** Pieces of each name as a reader finds them, all on one sheet; one point is the size. */
  const piecesOf = async (names: string[], lang: Lang = 'zh'): Promise<Piece[][]> => {
    const lines = names.map((name, at) => once(name, { font: 'sans', size: 1, y: 10 * at }))
    const [sheet] = await printed(sheetOf(...lines), lang, [{}])
    expect(lacking(sheet!)).toEqual([])
    const pieces = Map.groupBy(await readPieces(sheet!.bytes), ({ y }) => y)
    return [...pieces].toSorted(([one], [two]) => two - one).map(([, found]) => found)
  }
  const widthsOf = async (names: string[], lang?: Lang) =>
    (await piecesOf(names, lang)).map((pieces) => Math.round(pieces.reduce((sum, { width }) => sum + width, 0) * 1000))

  it('are composed before they are drawn: a name is the same however its marks were typed', async () => {
    const name = 'Nguyễn Şükrü Čeněk'
    const [composed, standalone] = await piecesOf([name.normalize('NFC'), name.normalize('NFD')])
    expect(standalone!.map(({ text, x, width }) => [text, x, width])).toEqual(composed!.map(({ text, x, width }) => [text, x, width]))
  })

  it('join in Arabic, and keep their marks in Thai and Hebrew: as wide as the shaper of browsers makes them', async () => {
    // thousandths of the size, by hb-shape of HarfBuzz and the same fonts
    expect(await widthsOf(['محمد', 'عبد الله', 'น้ำฝน', 'דָּוִד'])).toEqual([2272, 2922, 2284, 1385])
  })

  it('can be copied as they were written', async () => {
    const [arabic] = await piecesOf(['محمد'])
    expect(arabic!.map(({ text }) => text).join('')).toBe('محمد')
    const [sheet] = await printed(sheetOf(words('{{person.name}}', { font: 'sans' })), 'zh', [{ person: { name: 'प्रियंका (น้ำ)' } }])
    expect(readActualText(sheet!.bytes)).toEqual(['प्रियंका ', 'น้ำ'])
  })

  it('stand from right to left where they are written so, with numbers and Latin words in their own direction', async () => {
    const [hebrew, mixed] = await piecesOf(['רחל (Rachel) כהן 42', '王小明 and محمد'])
    const seen = (pieces: Piece[]) => pieces.toSorted((a, b) => a.x - b.x).map(({ text }) => text.trim())
    expect(seen(hebrew!).join(' ')).toMatch(/^42 .*כהן.*Rachel.*רחל$/)
    expect(seen(mixed!).join('')).toMatch(/^王小明\s?and\s?محمد$/)
  })

  it('have the apostrophe of their own script: narrow between Latin letters, as wide as a character in Chinese', async () => {
    const [withMark, without, inChinese, quoted] = await widthsOf(['O’Neil', 'ONeil', '王O’Neil', '“你好”'])
    expect(withMark! - without!).toBeLessThan(350)
    expect(inChinese).toBe(withMark! + 1000)
    expect(quoted).toBe(4000)
    const [english, bare] = await widthsOf(['“Best Work”', 'Best Work'], 'en')
    expect(english! - bare!).toBeLessThan(1000)
  })
})

describe('[PRINT-8] whoever asks for much', () => {
  const print = sheetOf(words('{{person.name}}'))
  const order = { print, lang: 'zh' as const, pictures: new Map(), sheets: [{ values: { person: { name: '甲' } }, createdAt: AT }] }
  const codeOf = (result: PromiseSettledResult<void>) =>
    result.status === 'rejected' ? (result.reason as { code?: string }).code : 'drawn'

  it('has one sheet that is drawn and two that wait, and keeps no place from others', async () => {
    const [many, other] = await Promise.all([
      Promise.allSettled([1, 2, 3, 4, 5].map(() => service.bind({ whose: 'a' }).print(order, async () => {}))),
      Promise.allSettled([service.bind({ whose: 'b' }).print(order, async () => {})]),
    ])
    expect(many.map(codeOf).toSorted()).toEqual(['BUSY', 'BUSY', 'drawn', 'drawn', 'drawn'])
    expect(other.map(codeOf)).toEqual(['drawn'])
  })

  it('waits for no worker inside a transaction', async () => {
    const assertFree = (what: string) => {
      throw new Error(`${what} in a transaction`)
    }
    const held = service.bind({ whose: 'a', assertFree })
    await expect(held.print(order, async () => {})).rejects.toThrow('a PDF in a transaction')
    await expect(held.picture({ ...order, values: {} }, 100)).rejects.toThrow('a picture in a transaction')
  })

  it('and a sheet that takes too long ends, with its thread', async () => {
    const hasty = createPdfService({ platform: () => platform, decoders, seconds: 0.001 })
    await expect(hasty.bind({}).print(order, async () => {})).rejects.toMatchObject({ code: 'PDF_TOO_SLOW' })
    hasty.stop()
  })

  it('gets no picture of more than 40 megapixels, and no more than 80 on a sheet', async () => {
    const [small, large] = await Promise.all(
      [30_000_000, 41_000_000].map((pixels) =>
        sharp({ create: { width: 5000, height: pixels / 5000, channels: 3, background: '#fff' } })
          .jpeg()
          .toBuffer(),
      ),
    )
    const addresses = ['a', 'b', 'c'].map((name) => `/api/platform/file/${name}`)
    const pictures = addresses.map((picture): PrintElement => ({ kind: 'picture', ...place, picture }))
    const reported = async (given: Map<string, Uint8Array>) =>
      (await printed(sheetOf(...pictures), 'zh', [{}], given))[0]!.problems.map(({ details }) => details)
    expect(await reported(new Map(addresses.map((address) => [address, small!])))).toEqual([addresses[2]])
    expect(
      await reported(
        new Map([
          [addresses[0]!, large!],
          [addresses[1]!, small!],
          [addresses[2]!, small!],
        ]),
      ),
    ).toEqual([addresses[0]])
  })
})
