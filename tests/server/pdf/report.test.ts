/** Printed documents with tables and charts: words stay whole, numbers stand under each other. */
import { afterAll, describe, expect, it } from 'vitest'
import { buildPlatform } from '../../../runtime/core/documents/buildPlatform.ts'
import { createDecoders } from '../../../runtime/server/decoding/createDecoders.ts'
import { loadFiles } from '../../../runtime/server/documents/loadFiles.ts'
import { createPdfService } from '../../../runtime/server/pdf/createPdfService.ts'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'
import { type Piece, readPieces } from '../../harness/readPdf.ts'

const { raws, texts, names } = loadFiles(PROJECT_DIRECTORY)
const platform = buildPlatform(raws, texts, names).platform!
const decoders = createDecoders({ folders: [PROJECT_DIRECTORY], logger: { warn: () => {} } })
const service = createPdfService({ platform: () => platform, decoders, seconds: 300 })
const pdf = service.bind({ whose: 'test' })
afterAll(() => {
  service.stop()
  decoders.stop()
})

const row = (tag: 'th' | 'td', ...cells: string[]) => `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`
async function piecesOf(html: string): Promise<Piece[]> {
  const document = { title: 'Report', lang: 'en', html, footer: 'Report of the year', createdAt: '2026-11-23T00:00:00.000Z' } as const
  return readPieces(await pdf.write(document))
}
const one = (pieces: readonly Piece[], text: string) => {
  const found = pieces.find((piece) => piece.text.trim() === text)
  expect(found, text).toBeDefined()
  return found!
}
const end = ({ x, width }: Piece) => x + width

describe('a printed document', () => {
  it('[SHEET-1] breaks no word of a table, and sets the numbers of a column with its head and what is lacking to the right', async () => {
    const about = 'Submitted registrations that were neither suspended nor refused by the organiser'
    const head = row('th', 'Figure', 'Counted here', 'Reported', 'Source')
    const pieces = await piecesOf(
      `<table>${head}${row('td', 'Registrations', '1,284', '1,284', about)}${row('td', 'Approved', '86', '—', about)}</table>`,
    )
    const reported = one(pieces, 'Reported')
    expect(end(one(pieces, '—'))).toBeCloseTo(end(reported), 0)
    expect(end(one(pieces, '86'))).toBeCloseTo(end(one(pieces, 'Counted here')), 0)
    expect(one(pieces, 'Source').x).toBeGreaterThan(end(reported))
  })
  it('[SHEET-2] shows the whole name of a bar, with its number beside the middle', async () => {
    const name = 'Institute of Technology and Applied Sciences on the new campus'
    const pieces = await piecesOf(`<h2>Schools</h2><table data-chart="bars">${row('td', name, '140')}${row('td', 'Other', '9')}</table>`)
    const lines = pieces.filter(({ text }) => text.trim() !== '' && name.includes(text.trim()))
    expect(lines.map(({ text }) => text.trim()).join(' ')).toBe(name)
    const [first, last] = [lines[0]!, lines.at(-1)!]
    expect(first.y).toBeGreaterThan(last.y)
    expect(one(pieces, '140').y).toBeCloseTo((first.y + last.y) / 2, 0)
    expect(one(pieces, 'Other').y).toBeLessThan(last.y)
  })
  it('[SHEET-3] has more room above a heading than below it', async () => {
    const pieces = await piecesOf('<p>Before.</p><h2>Heading</h2><p>After.</p>')
    const [before, heading, after] = ['Before.', 'Heading', 'After.'].map((text) => one(pieces, text).y) as [number, number, number]
    expect(before - heading).toBeGreaterThan(heading - after)
    const number = one(pieces, '1 / 1')
    expect(number.y).toBeCloseTo(one(pieces, 'Report of the year').y, 0)
    expect(end(number)).toBeGreaterThan(500)
  })
})
