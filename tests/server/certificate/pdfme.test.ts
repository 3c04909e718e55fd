/** Templates of pdfme: read with a report of what was not, written, and read again. */
import { describe, expect, it } from 'vitest'
import { isPdfme, readPdfme } from '../../../plugins/certificate/template/pdfme/readPdfme.ts'
import { writePdfme } from '../../../plugins/certificate/template/pdfme/writePdfme.ts'
import { buildPlatform } from '../../../runtime/core/documents/buildPlatform.ts'
import type { JsonSchema, PrintDocument } from '../../../runtime/core/documents.ts'
import { printFindings } from '../../../runtime/core/print/printFindings.ts'
import { loadFiles } from '../../../runtime/server/documents/loadFiles.ts'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'

const { raws, texts, names } = loadFiles(PROJECT_DIRECTORY)
const platform = buildPlatform(raws, texts, names).platform!
const schema = platform.get('form', 'certificate.values').schema as unknown as JsonSchema
const PIXEL = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
const at = (x: number, y: number, width = 60, height = 10) => ({ position: { x, y }, width, height })

/** As pdfme writes it since its version 5: lists of fields. */
const SAMPLE = {
  basePdf: { width: 297, height: 210, padding: [0, 0, 0, 0] },
  pdfmeVersion: '5.2.0',
  schemas: [
    [
      {
        name: 'heading',
        type: 'text',
        content: 'Certificate',
        readOnly: true,
        ...at(20, 20, 257, 20),
        fontSize: 36,
        alignment: 'center',
        verticalAlignment: 'middle',
        fontColor: '#a3161d',
        lineHeight: 1,
        characterSpacing: 2,
        rotate: 15,
      },
      { name: 'person__name', type: 'text', content: 'Sample', ...at(20, 60), dynamicFontSize: { min: 10, max: 30, fit: 'horizontal' } },
      {
        name: 'reason',
        type: 'multiVariableText',
        text: 'for {award__prize} in {unknown}',
        variables: ['award__prize', 'unknown'],
        content: '{}',
        ...at(20, 80),
      },
      { name: 'organisation__seal', type: 'image', content: '', ...at(200, 150, 30, 30) },
      { name: 'logo', type: 'image', content: PIXEL, ...at(10, 10, 12, 12), opacity: 0.5 },
      {
        name: 'certificate__address',
        type: 'qrcode',
        content: 'https://x.example',
        ...at(20, 150, 24, 24),
        barColor: '#123456',
        backgroundColor: '#ffffff',
      },
      { name: 'rule', type: 'line', color: '#b58a3c', ...at(50, 75, 100, 0.5) },
      { name: 'edge', type: 'rectangle', color: '', borderColor: '#b58a3c', borderWidth: 1, radius: 3, ...at(5, 5, 287, 200) },
      {
        name: 'team__members',
        type: 'table',
        head: ['No.', 'Name'],
        headWidthPercentages: [20, 80],
        content: '[["1","A"]]',
        showHead: true,
        headStyles: { backgroundColor: '#2980ba', fontColor: '#ffffff' },
        bodyStyles: { fontSize: 10 },
        ...at(150, 90, 100, 50),
      },
      { name: 'stamp', type: 'svg', content: '<svg/>', ...at(0, 0) },
    ],
  ],
}
const asDocument = (content: Pick<PrintDocument, 'heading' | 'sheet' | 'pages'>): PrintDocument => ({
  ...{ $schema: '', id: 'own.print.1', version: 1, title: { zh: '甲', en: 'A' }, data: 'certificate.values' },
  ...content,
})

const HEADING = { zh: '证书 {{person.name}}', en: 'Certificate of {{person.name}}' }

describe('[CERT-PDFME] a template of pdfme', () => {
  it('is read: text, picture, code, line, rectangle and table in their places, with our values by name', () => {
    expect(isPdfme(SAMPLE)).toBe(true)
    const { content, unread } = readPdfme(SAMPLE, schema, HEADING)
    expect(content.sheet).toEqual({ size: 'A4', orientation: 'landscape' })
    const { elements } = content.pages[0]!
    expect(elements.map(({ kind }) => kind)).toEqual(['text', 'text', 'text', 'picture', 'picture', 'code', 'line', 'box', 'table'])
    expect(elements[0]).toMatchObject({
      x: 20,
      y: 20,
      width: 257,
      size: 36,
      align: 'centre',
      vertical: 'middle',
      colour: '#a3161d',
      spacing: 2,
    })
    expect(elements[1]).toMatchObject({ text: { zh: '{{person.name}}', en: '{{person.name}}' }, size: 30, least: 10 })
    expect(elements[2]).toMatchObject({ text: { en: 'for {{award.prize}} in {unknown}' } })
    expect(elements[3]).toMatchObject({ value: 'organisation.seal' })
    expect(elements[4]).toMatchObject({ picture: PIXEL, opacity: 0.5 })
    expect(elements[5]).toMatchObject({ text: { zh: '{{certificate.address}}' }, colour: '#123456' })
    expect(elements[6]).toMatchObject({ height: 0, y: 75.25, stroke: '#b58a3c' })
    expect(elements[8]).toMatchObject({
      rows: 'team.members',
      columns: [
        { value: 'number', width: 20 },
        { value: 'name', width: 80 },
      ],
    })
    expect(unread).toEqual(['schemas/0/0/rotate', 'schemas/0/2 {unknown}', 'schemas/0/9 svg'])
    expect(printFindings(content, schema)).toEqual([])
  })

  it('of an older version, with fields by name and a PDF below, is read but for the PDF', () => {
    const older = {
      basePdf: 'data:application/pdf;base64,AAAA',
      schemas: [{ title: { type: 'text', ...at(1, 2), fontSize: 12 } }],
      sampledata: [{}],
    }
    const { content, unread } = readPdfme(older, schema, HEADING)
    expect(content.pages[0]!.elements[0]).toMatchObject({ kind: 'text', name: 'title', x: 1, y: 2, size: 12 })
    expect(unread).toEqual(['schemas/0/0 {title}', 'basePdf'])
  })

  it('is written from ours and read again with the same elements; what has no counterpart is told', () => {
    const first = asDocument(readPdfme(SAMPLE, schema, HEADING).content)
    const { template, lost } = writePdfme(first, 'en')
    expect(lost).toEqual([
      { page: null, layer: null, code: 'font' },
      { page: null, layer: null, code: 'heading' },
      { page: 0, layer: 3, code: 'missing' },
      { page: 0, layer: 8, code: 'rows' },
    ])
    const again = readPdfme(JSON.parse(JSON.stringify(template)), schema, HEADING)
    expect(again.unread).toEqual([])
    const shape = ({ pages }: Pick<PrintDocument, 'pages'>) =>
      pages[0]!.elements.map((element) => [
        element.kind,
        Math.round(element.x),
        Math.round(element.y),
        'text' in element ? element.text.en : '',
      ])
    expect(shape(again.content)).toEqual(shape(first))
    const classic = platform.get('print', 'certificate.classic')
    const isFrame = ({ page, layer }: { page: number | null; layer: number | null }) =>
      page !== null && layer !== null && classic.pages[page]!.elements[layer]!.kind === 'frame'
    expect(
      writePdfme(classic, 'zh')
        .lost.filter(isFrame)
        .map(({ code }) => code),
    ).toContain('layer')
  })
})
