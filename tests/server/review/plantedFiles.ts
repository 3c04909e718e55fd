/** Files of every kind that experts get as copies, with a word planted wherever a program writes something that is not shown: `telltale01`, `telltale02` and so on. */
import { deflateSync, inflateSync } from 'node:zlib'
import { strToU8, unzipSync, zipSync } from 'fflate'
import sharp from 'sharp'

export interface Planted {
  name: string
  bytes: Buffer
  /** How many places hold the word. */
  places: number
}

/** Gives each place its word. */
function planter() {
  let places = 0
  const plant = () => `telltale${String(++places).padStart(2, '0')}`
  return { plant, count: () => places }
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
type Relations = readonly (readonly [id: string, type: string, target: string, external?: boolean])[]
const rels = (list: Relations, more = '') =>
  `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${list
    .map(([id, type, target, external]) => {
      const full = type.includes(':') ? type : `${REL}/${type}`
      return `<Relationship Id="${id}" Type="${full}" Target="${target}"${external ? ' TargetMode="External"' : ''}/>`
    })
    .join('')}${more}</Relationships>`
const types = (folder: string, overrides: Record<string, string>, more = '') =>
  `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="jpg" ContentType="image/jpeg"/>${Object.entries(
    overrides,
  )
    .map(
      ([part, type]) => `<Override PartName="/${part}" ContentType="application/vnd.openxmlformats-officedocument.${folder}.${type}+xml"/>`,
    )
    .join('')}${more}</Types>`

/** Beside the parts that are shown: properties, custom data, thumbnails, parts that nothing leads to. */
function hiddenParts(p: () => string): Record<string, string> {
  const core = (word: string) =>
    `${HEAD}<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties"><creator>${word}</creator></cp:coreProperties>`
  return {
    'docProps/core.xml': core(p()),
    'docProps/Core.xml': core(p()),
    'docProps/app.xml': `${HEAD}<Properties><Company>${p()}</Company><Manager>${p()}</Manager></Properties>`,
    'docProps/custom.xml': `${HEAD}<Properties><property name="${p()}"><lpwstr>${p()}</lpwstr></property></Properties>`,
    'package/services/metadata/core-properties/a.psmdcp': core(p()),
    'docProps/thumbnail.jpeg': p(),
    'customXml/item1.xml': `<root author='${p()}'>${p()}</root>`,
    'customXml/itemProps1.xml': `<ds:datastoreItem xmlns:ds="x" ds:itemID="${p()}"/>`,
    'docMetadata/LabelInfo.xml': `<clbl:labelList xmlns:clbl="x"><clbl:label siteId="${p()}"/></clbl:labelList>`,
    'orphan.xml': `<a>${p()}</a>`,
    [`${p()}.txt`]: p(),
    'mimetype.bin': p(),
  }
}
const rootRelations = (main: string, p: () => string): string =>
  rels(
    [
      ['rId1', 'officeDocument', main],
      ['rId2', `${PACKAGE}/relationships/metadata/core-properties`, 'docProps/Core.xml'],
      ['rId3', 'extended-properties', 'docProps/app.xml'],
      ['rId4', `${PACKAGE}/relationships/metadata/thumbnail`, 'docProps/thumbnail.jpeg'],
      [p(), 'customXml', 'customXml/item1.xml'],
      ['rId6', 'hyperlink', `mailto:${p()}@school.example`, true],
    ],
    `<!-- ${p()} -->`,
  )
const zipped = (parts: Record<string, string | Uint8Array>) =>
  Buffer.from(
    zipSync(Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, typeof part === 'string' ? strToU8(part) : part]))),
  )
const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006'

export async function plantedDocx(): Promise<Planted> {
  const { plant: p, count } = planter()
  const picture = p()
  const parts = {
    '[Content_Types].xml': types('wordprocessingml', {
      'word/document.xml': 'document.main',
      'word/styles.xml': 'styles',
      'word/settings.xml': 'settings',
      'word/comments.xml': 'comments',
      'word/people.xml': 'people',
    }),
    '_rels/.rels': rootRelations('word/document.xml', p),
    ...hiddenParts(p),
    'word/document.xml': `${HEAD}<!-- ${p()} --><?mso ${p()}?><w:document xmlns:w="${W}" xmlns:r="${REL}" xmlns:a="${DRAWING}/main" xmlns:wp="${DRAWING}/wordprocessingDrawing" xmlns:pic="${DRAWING}/picture" xmlns:own="http://own.example/" w:rsidR="${p()}"><w:body>
      <w:p w:rsidR='${p()}' own:author="${p()}"><w:ins w:id="1" w:author='${p()}' w:date="2026-01-01T00:00:00Z"><w:r><w:t>A chair</w:t></w:r></w:ins>
      <w:del w:id="2" w:author = "${p()}"><w:r><w:delText>${p()}</w:delText></w:r></w:del><own:note>${p()}</own:note></w:p>
      <w:p><w:bookmarkStart w:id="3" w:name="${p()}"/><w:bookmarkEnd w:id="3"/><w:hyperlink r:id="rId2" w:tooltip="${p()}"><w:r><w:t>mine</w:t></w:r></w:hyperlink></w:p>
      <w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> AUTHOR "${p()}" </w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r><w:fldSimple w:instr=" FILENAME ${p()} "/></w:p>
      <w:sdt><w:sdtPr><w:alias w:val="${p()}"/><w:tag w:val="${p()}"/><w:dataBinding w:xpath="${p()}"/></w:sdtPr><w:sdtContent><w:p/></w:sdtContent></w:sdt>
      <w:p><w:r><w:drawing><wp:inline><wp:docPr id="1" name="${p()}" descr="${p()}" title='${p()}'/><a:graphic><a:graphicData uri="${DRAWING}/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="1" name="${p()}"/></pic:nvPicPr><pic:blipFill><a:blip r:embed="rId3"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>
      </w:body></w:document>`,
    'word/_rels/document.xml.rels': rels([
      ['rId1', 'settings', 'settings.xml'],
      ['rId2', 'hyperlink', `https://${p()}.example/`, true],
      ['rId3', 'image', `media/${picture}.jpg`],
      ['rId4', 'comments', 'comments.xml'],
      ['rId5', 'http://schemas.microsoft.com/office/2011/relationships/people', 'people.xml'],
      ['rId6', 'customXml', '../customXml/item1.xml'],
      ['rId7', 'styles', 'styles.xml'],
    ]),
    'word/styles.xml': `${HEAD}<w:styles xmlns:w="${W}"><w:style w:type="paragraph" w:customStyle="1" w:styleId="a"><w:name w:val="${p()}"/></w:style></w:styles>`,
    'word/settings.xml': `${HEAD}<w:settings xmlns:w="${W}" xmlns:r="${REL}"><w:attachedTemplate r:id="rId1"/><w:docVars><w:docVar w:name="a" w:val="${p()}"/></w:docVars><w:rsids><w:rsid w:val="${p()}"/></w:rsids></w:settings>`,
    'word/_rels/settings.xml.rels': rels([['rId1', 'attachedTemplate', `file:///C:/Users/${p()}/a.dotx`, true]]),
    'word/comments.xml': `${HEAD}<w:comments xmlns:w="${W}"><w:comment w:id="0" w:author='${p()}' w:initials='${p()}'/></w:comments>`,
    'word/people.xml': `${HEAD}<w15:people xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml"><w15:person w15:author="${p()}"><w15:presenceInfo w15:providerId="AD" w15:userId="S::${p()}@school.example"/></w15:person></w15:people>`,
    [`word/media/${picture}.jpg`]: (await plantedJpeg(p)).bytes,
  }
  return { name: 'planted.docx', bytes: zipped(parts), places: count() }
}

const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

export async function plantedXlsx(): Promise<Planted> {
  const { plant: p, count } = planter()
  const parts = {
    '[Content_Types].xml': types(
      'spreadsheetml',
      {
        'xl/workbook.xml': 'sheet.main',
        'xl/worksheets/sheet1.xml': 'worksheet',
        'xl/comments1.xml': 'comments',
      },
      '<Override PartName="/xl/persons/person.xml" ContentType="application/vnd.ms-excel.person+xml"/>',
    ),
    '_rels/.rels': rootRelations('xl/workbook.xml', p),
    ...hiddenParts(p),
    'xl/workbook.xml': `${HEAD}<workbook xmlns="${SHEET}" xmlns:r="${REL}" xmlns:x15ac="http://schemas.microsoft.com/office/spreadsheetml/2010/11/ac"><fileSharing userName='${p()}'/><x15ac:absPath url="C:\\${p()}\\"/><revisionPtr documentId="${p()}"/><customWorkbookViews><customWorkbookView name="${p()}"/></customWorkbookViews><sheets><sheet name="Data" sheetId="1" r:id="rId1"/></sheets><externalReferences><externalReference r:id="rId2"/></externalReferences><definedNames><definedName name="a" comment="${p()}">1</definedName></definedNames><extLst><ext uri="${p()}"><a author="${p()}">${p()}</a></ext></extLst></workbook>`,
    'xl/_rels/workbook.xml.rels': rels([
      ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
      ['rId2', 'externalLink', 'externalLinks/externalLink1.xml'],
      ['rId3', 'http://schemas.microsoft.com/office/2017/10/relationships/person', 'persons/person.xml'],
    ]),
    'xl/externalLinks/externalLink1.xml': `${HEAD}<externalLink xmlns="${SHEET}"><externalBook>${p()}</externalBook></externalLink>`,
    'xl/externalLinks/_rels/externalLink1.xml.rels': rels([['rId1', 'externalLinkPath', `file:///C:/${p()}/b.xlsx`, true]]),
    'xl/persons/person.xml': `${HEAD}<personList xmlns="http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments"><person displayName='${p()}' id="{00000000-0000-0000-0000-000000000001}" userId="${p()}" providerId="${p()}"/></personList>`,
    'xl/worksheets/sheet1.xml': `${HEAD}<worksheet xmlns="${SHEET}" xmlns:r="${REL}"><!--${p()}--><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>A chair</t></is></c></row></sheetData><hyperlinks><hyperlink ref="A1" r:id="rId1" tooltip="${p()}"/></hyperlinks><pageSetup r:id="rId2"/></worksheet>`,
    'xl/worksheets/_rels/sheet1.xml.rels': rels([
      ['rId1', 'hyperlink', `mailto:${p()}@a.example`, true],
      ['rId2', 'printerSettings', '../printerSettings/printerSettings1.bin'],
      ['rId3', 'comments', '../comments1.xml'],
    ]),
    'xl/printerSettings/printerSettings1.bin': p(),
    'xl/comments1.xml': `${HEAD}<comments xmlns="${SHEET}"><authors><author>${p()}</author><author><![CDATA[${p()}]]></author></authors><commentList/></comments>`,
    'xl/revisions/userNames.xml': `<users><userInfo name="${p()}"/></users>`,
    'xl/connections.xml': `<connections><connection sourceFile="${p()}"/></connections>`,
    'xl/calcChain.xml': `<!-- ${p()} -->`,
  }
  return { name: 'planted.xlsx', bytes: zipped(parts), places: count() }
}

const SHOW = 'http://schemas.openxmlformats.org/presentationml/2006/main'

export async function plantedPptx(): Promise<Planted> {
  const { plant: p, count } = planter()
  const parts = {
    '[Content_Types].xml': types(
      'presentationml',
      { 'ppt/presentation.xml': 'presentation.main', 'ppt/slides/slide1.xml': 'slide', 'ppt/commentAuthors.xml': 'commentAuthors' },
      '<Override PartName="/ppt/authors.xml" ContentType="application/vnd.ms-powerpoint.authors+xml"/>',
    ),
    '_rels/.rels': rootRelations('ppt/presentation.xml', p),
    ...hiddenParts(p),
    'ppt/presentation.xml': `${HEAD}<p:presentation xmlns:p="${SHOW}" xmlns:r="${REL}"><p:sldIdLst><p:sldId id="256" r:id="rId1"/></p:sldIdLst><p:custDataLst><p:tags r:id="rId2"/></p:custDataLst><p:extLst><p:ext uri="${p()}"/></p:extLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': rels([
      ['rId1', 'slide', 'slides/slide1.xml'],
      ['rId2', 'tags', 'tags/tag1.xml'],
      ['rId3', 'commentAuthors', 'commentAuthors.xml'],
      ['rId4', 'http://schemas.microsoft.com/office/2018/10/relationships/authors', 'authors.xml'],
      ['rId5', 'http://schemas.microsoft.com/office/2016/11/relationships/changesInfo', 'changesInfos/changesInfo1.xml'],
    ]),
    'ppt/tags/tag1.xml': `<p:tagLst xmlns:p="${SHOW}"><p:tag name="A" val="${p()}"/></p:tagLst>`,
    'ppt/commentAuthors.xml': `${HEAD}<p:cmAuthorLst xmlns:p="${SHOW}"><p:cmAuthor id="1" name='${p()}' initials="${p()}"/></p:cmAuthorLst>`,
    'ppt/authors.xml': `${HEAD}<p188:authorLst xmlns:p188="http://schemas.microsoft.com/office/powerpoint/2018/8/main"><p188:author id="{00000000-0000-0000-0000-000000000001}" name='${p()}' initials="${p()}" userId="${p()}" providerId="${p()}"/></p188:authorLst>`,
    'ppt/changesInfos/changesInfo1.xml': `<a><chgData name="${p()}" userId="${p()}"/></a>`,
    'ppt/revisionInfo.xml': `<a>${p()}</a>`,
    'ppt/viewProps.xml': `<a>${p()}</a>`,
    'ppt/slides/slide1.xml': `${HEAD}<!-- ${p()} --><p:sld xmlns:p="${SHOW}" xmlns:a="${DRAWING}/main" xmlns:r="${REL}" xmlns:own="urn:own:${p()}"><p:cSld name="slide"><p:spTree><p:sp><p:nvSpPr><p:cNvPr id="2" name='${p()}' descr='${p()}' title="${p()}"><a:hlinkClick r:id="rId1" tooltip="${p()}"/></p:cNvPr></p:nvSpPr><p:txBody><a:p own:by="${p()}"><a:r><a:t>A chair</a:t></a:r></a:p></p:txBody></p:sp><own:x>${p()}</own:x></p:spTree></p:cSld></p:sld>`,
    'ppt/slides/_rels/slide1.xml.rels': rels([['rId1', 'hyperlink', `mailto:${p()}@a.example`, true]]),
  }
  return { name: 'planted.pptx', bytes: zipped(parts), places: count() }
}

/** With a stream of objects, an old revision, and objects that nothing refers to. */
export async function plantedPdf(): Promise<Planted> {
  const { plant: p, count } = planter()
  const utf16 = (text: string) => `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`
  const stream = (dictionary: string, data: Buffer | string) =>
    Buffer.concat([Buffer.from(`<< ${dictionary} /Length ${data.length} >>\nstream\n`), Buffer.from(data), Buffer.from('\nendstream')])
  const xmp = (word: string) => stream('/Type /Metadata /Subtype /XML', `<x:xmpmeta><creator>${word}</creator></x:xmpmeta>`)
  const jpeg = (await plantedJpeg(p)).bytes
  const objects: (string | Buffer)[] = [
    `<< /Type /Catalog /Pages 2 0 R /Metadata 5 0 R /Lang (${p()}) /PieceInfo << /App << /Private (${p()}) >> >> /AF [ << /Desc (${p()}) >> ] /Legal << /A (${p()}) >> /SpiderInfo (${p()}) /OpenAction << /S /GoTo /D (${p()}) >> /Names << /Dests << /Names [ (${p()}) [ 3 0 R /Fit ] ] >> /IDS (${p()}) >> /StructTreeRoot << /T (${p()}) >> /ViewerPreferences << /Own (${p()}) >> /Own${p()} 1 /Collection << /D (${p()}) >> /AcroForm << /DA (${p()}) /Fields [ 8 0 R ] >> /PageLabels << /Nums [ 0 << /P (${p()}) >> ] >> >>`,
    `<< /Type /Pages /Kids [ 3 0 R ] /Count 1 /Own (${p()}) >>`,
    `<< /Type /Page /Parent 2 0 R /MediaBox [ 0 0 200 200 ] /LastModified (${p()}) /PieceInfo << /A ${utf16(p())} >> /Metadata 6 0 R /Contents 4 0 R /Resources << /XObject << /I 9 0 R >> /Properties << /P << /Author (${p()}) >> >> /Own (${p()}) >> /Annots [ 7 0 R 8 0 R << /Type /Annot /Subtype /Link /Rect [ 0 0 9 9 ] /Contents (${p()}) /A << /S /URI /URI (mailto:${p()}@a.example) >> >> << /Type /Annot /Subtype /Popup /Rect [ 0 0 9 9 ] /T (${p()}) >> ] >>`,
    stream('', 'q 100 0 0 50 10 10 cm /I Do Q'),
    xmp(p()),
    xmp(p()),
    `<< /Type /Annot /Subtype /Text /Rect [ 10 10 20 20 ] /T (${p()}) /Contents (${p()}) /RC (${p()}) /Subj ${utf16(p())} /NM (${p()}) /CreationDate (${p()}) /Popup << /T (${p()}) >> >>`,
    `<< /Type /Annot /Subtype /Widget /Rect [ 0 0 9 9 ] /T (${p()}) /TU (${p()}) /V (${p()}) /FT /Tx >>`,
    stream(
      `/Type /XObject /Subtype /Image /Width 16 /Height 16 /BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /DCTDecode /Metadata 6 0 R /Own (${p()})`,
      jpeg,
    ),
    `<< /Author (${p()}) /Creator ${utf16(p())} /Title (${p()}) /Keywords (${p()}) >>`,
    `<< /Author (${p()}) >>`,
    stream('/Own 1', p()),
    stream('/Filter /FlateDecode', deflateSync(Buffer.from(p()))),
  ]
  const parts: Buffer[] = [Buffer.from(`%PDF-1.7\n% ${p()}\n`)]
  const places: number[] = []
  for (const [at, object] of objects.entries()) {
    places.push(Buffer.concat(parts).length)
    parts.push(Buffer.from(`${at + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n'))
  }
  const start = Buffer.concat(parts).length
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 10 0 R /ID [ (${p()}) (${p()}) ] /Own (${p()}) >>\nstartxref\n${start}\n%%EOF\n${p()}`,
    ),
  )
  return { name: 'planted.pdf', bytes: Buffer.concat(parts), places: count() }
}

/** Segments of every application, comments, and bytes behind the end. */
export async function plantedJpeg(p?: () => string): Promise<Planted> {
  const own = planter()
  const plant = p ?? own.plant
  const base = await sharp({ create: { width: 16, height: 16, channels: 3, background: '#864' } })
    .jpeg()
    .toBuffer()
  const segment = (marker: number, text: string) =>
    Buffer.concat([Buffer.from([0xff, marker, 0, text.length + 2]), Buffer.from(text, 'latin1')])
  const heads = [
    'JFXX\0\x13',
    'Exif\0\0',
    'http://ns.adobe.com/xap/1.0/\0',
    'http://ns.adobe.com/xmp/extension/\0',
    'ICC_PROFILE\0\x01\x01',
    'MPF\0',
    'Photoshop 3.0\0',
    'Ducky\0',
  ]
  const segments = [
    ...Array.from({ length: 16 }, (_, at) => segment(0xe0 + at, `own\0${plant()}`)),
    ...heads.map((head, at) => segment(0xe1 + (at % 13), head + plant())),
    segment(0xee, `Adobe\0\x64\0\0\0\0\x01${plant()}`),
    segment(0xfe, plant()),
  ]
  const tail = Buffer.from(`${plant()}\xff\xd8\xff\xe1${plant()}`, 'latin1')
  return { name: 'planted.jpg', bytes: Buffer.concat([base.subarray(0, 2), ...segments, base.subarray(2), tail]), places: own.count() }
}

const CRC = Array.from({ length: 256 }, (_, at) => {
  let value = at
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value >>> 0
})
const crc = (bytes: Buffer) => {
  let value = 0xffffffff
  for (const byte of bytes) value = CRC[(value ^ byte) & 0xff]! ^ (value >>> 8)
  return (value ^ 0xffffffff) >>> 0
}

export async function plantedPng(): Promise<Planted> {
  const { plant: p, count } = planter()
  const base = await sharp({ create: { width: 16, height: 16, channels: 3, background: '#864' } })
    .png()
    .toBuffer()
  const chunk = (name: string, data: Buffer | string) => {
    const body = Buffer.concat([Buffer.from(name), Buffer.from(data as string, 'latin1')])
    const out = Buffer.alloc(body.length + 8)
    out.writeUInt32BE(body.length - 4, 0)
    body.copy(out, 4)
    out.writeUInt32BE(crc(body), body.length + 4)
    return out
  }
  const texts = ['Author', 'Comment', 'Software', 'Raw profile type exif'].map((key) => chunk('tEXt', `${key}\0${p()}`))
  const packed = chunk('zTXt', Buffer.concat([Buffer.from('Author\0\0'), deflateSync(Buffer.from(p()))]))
  const more = [chunk('iTXt', `XML:com.adobe.xmp\0\0\0\0\0${p()}`), chunk('eXIf', `II*\0${p()}`), chunk('prVt', p()), packed]
  return {
    name: 'planted.png',
    bytes: Buffer.concat([base.subarray(0, 33), ...texts, ...more, base.subarray(33), Buffer.from(p())]),
    places: count(),
  }
}

export async function plantedGif(): Promise<Planted> {
  const { plant: p, count } = planter()
  const base = await sharp({ create: { width: 16, height: 16, channels: 3, background: '#864' } })
    .gif()
    .toBuffer()
  const block = (head: number[], text: string) =>
    Buffer.concat([Buffer.from(head), Buffer.from([text.length]), Buffer.from(text), Buffer.from([0])])
  const application = (name: string, text: string) =>
    Buffer.concat([Buffer.from([0x21, 0xff, 11]), Buffer.from(name), Buffer.from([text.length]), Buffer.from(text), Buffer.from([0])])
  const blocks = [block([0x21, 0xfe], p()), application('XMP DataXMP', p()), application('OWNERDATA10', p())]
  // behind the head and its colours
  const from = 13 + 3 * 2 ** ((base[10]! & 7) + 1)
  return {
    name: 'planted.gif',
    bytes: Buffer.concat([base.subarray(0, from), ...blocks, base.subarray(from), Buffer.from(p())]),
    places: count(),
  }
}

export async function plantedWebp(): Promise<Planted> {
  const { plant: p, count } = planter()
  const base = await sharp({ create: { width: 16, height: 16, channels: 3, background: '#864' } })
    .withExif({ IFD0: { Artist: p(), Copyright: p() } })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><creator>${p()}</creator></x:xmpmeta>`)
    .webp()
    .toBuffer()
  return { name: 'planted.webp', bytes: Buffer.concat([base, Buffer.from(p())]), places: count() }
}

export async function plantedMp4(): Promise<Planted> {
  const { plant: p, count } = planter()
  const box = (name: string, ...content: (Buffer | string)[]) => {
    const data = Buffer.concat(content.map((part) => Buffer.from(part as string, 'latin1')))
    const head = Buffer.alloc(8)
    head.writeUInt32BE(data.length + 8, 0)
    head.write(name, 4, 'latin1')
    return Buffer.concat([head, data])
  }
  const zeros = (length: number) => Buffer.alloc(length)
  const entry = box('avc1', zeros(42), p().padEnd(32, '\0'), zeros(4))
  const stbl = box('stbl', box('stsd', Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]), entry), box('own ', p()))
  const dinf = box('dinf', box('dref', Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]), box('url ', Buffer.from([0, 0, 0, 1]), p())))
  const minf = box('minf', box('vmhd', zeros(12)), dinf, stbl, box('udta', p()))
  const hdlr = box('hdlr', zeros(8), 'vide', zeros(12), p())
  const mdia = box('mdia', box('mdhd', zeros(24)), hdlr, minf, box('meta', p()))
  const trak = box('trak', box('tkhd', zeros(84)), mdia, box('udta', box('name', p())), box('uuid', p()))
  const moov = box('moov', box('mvhd', zeros(100)), trak, box('udta', box('\xa9ART', p()), box('\xa9xyz', p())), box('meta', p()))
  const all = [
    box('ftyp', 'isom', zeros(4), 'isom'),
    box('free', p()),
    box('skip', p()),
    box('uuid', p()),
    moov,
    box('mdat', 'pixels'),
    box('XMP_', p()),
  ]
  return { name: 'planted.mp4', bytes: Buffer.concat([...all, box('junk', p())]), places: count() }
}

const PLANTED = /telltale\d\d/g

/** The words in a file, packed or not, in the encodings of documents. */
export function wordsIn(bytes: Uint8Array): string[] {
  return [...new Set(formsOf(Buffer.from(bytes)).flatMap((text) => text.match(PLANTED) ?? []))].toSorted()
}

function formsOf(bytes: Buffer): string[] {
  if (bytes.subarray(0, 2).toString() === 'PK')
    return [bytes.toString('latin1'), ...Object.values(unzipSync(bytes)).flatMap((part) => formsOf(Buffer.from(part)))]
  const text = bytes.toString('latin1')
  // texts of a PDF in hexadecimal
  const hex = [...text.matchAll(/<FEFF([0-9a-f]+)>/gi)].map(([, digits]) => Buffer.from(digits!, 'hex').swap16().toString('utf16le'))
  return [text, ...hex, ...unpacked(bytes)]
}

/** Wherever zlib data could begin. */
function unpacked(bytes: Buffer): string[] {
  const found: string[] = []
  for (let at = bytes.indexOf(0x78); at >= 0; at = bytes.indexOf(0x78, at + 1)) {
    try {
      found.push(inflateSync(bytes.subarray(at), { finishFlush: 2 }).toString('latin1'))
    } catch {
      // not here
    }
  }
  return found
}
