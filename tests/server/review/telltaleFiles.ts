/** Files that tell their author everywhere but in what is seen: properties, comments, and what cameras write. */
import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib'
import { strToU8, zipSync } from 'fflate'
import sharp from 'sharp'

export async function telltaleJpeg(name: string, school: string): Promise<Buffer> {
  return sharp({ create: { width: 640, height: 400, channels: 3, background: '#864' } })
    .withExif({ IFD0: { Artist: name, Copyright: school, ImageDescription: `${name} ${school}` }, IFD3: { GPSLatitude: '31/1 12/1 0/1' } })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><creator>${name}</creator></x:xmpmeta>`)
    .jpeg()
    .toBuffer()
}

/** With a picture, a comment and XMP. */
export async function telltalePdf(name: string, school: string): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  document.setAuthor(name)
  document.setCreator(school)
  document.setTitle(`${name} ${school}`)
  document.setKeywords([name])
  const page = document.addPage([300, 400])
  page.drawText('A chair of bamboo', { x: 40, y: 300, size: 18 })
  page.drawImage(await document.embedJpg(await telltaleJpeg(name, school)), { x: 40, y: 60, width: 200, height: 125 })
  const { context } = document
  const xmp = context.stream(strToU8(`<x:xmpmeta><dc:creator>${name}</dc:creator></x:xmpmeta>`), { Type: 'Metadata', Subtype: 'XML' })
  document.catalog.set(PDFName.of('Metadata'), context.register(xmp))
  const comment = context.obj({
    Type: 'Annot',
    Subtype: 'Text',
    Rect: [10, 10, 20, 20],
    T: PDFString.of('author Telltale'),
    Contents: PDFString.of('see'),
  })
  page.node.set(PDFName.of('Annots'), context.obj([context.register(comment)]))
  return document.save()
}

export function telltaleDocx(name: string, school: string): Uint8Array {
  const xml = (text: string) => strToU8(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${text}`)
  return zipSync({
    '[Content_Types].xml': xml(
      `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    ),
    '_rels/.rels': xml(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    ),
    'word/document.xml': xml(
      `<w:document xmlns:w="w"><w:body><w:p><w:ins w:id="1" w:author="${name}" w:date="2026-01-01T00:00:00Z"><w:r><w:t>A chair</w:t></w:r></w:ins></w:p></w:body></w:document>`,
    ),
    'word/comments.xml': xml(`<w:comments xmlns:w="w"><w:comment w:id="0" w:author="${name}" w:initials="${name}"/></w:comments>`),
    'word/people.xml': xml(
      `<w15:people xmlns:w15="w"><w15:person w15:author="${name}"><w15:presenceInfo w15:providerId="AD" w15:userId="S::${name}@school.example"/></w15:person></w15:people>`,
    ),
    'docProps/core.xml': xml(
      `<cp:coreProperties><dc:creator>${name}</dc:creator><cp:lastModifiedBy>${name}</cp:lastModifiedBy></cp:coreProperties>`,
    ),
    'docProps/app.xml': xml(`<Properties><Company>${school}</Company><Manager>${name}</Manager></Properties>`),
    'docProps/custom.xml': xml(`<Properties><property name="author"><vt:lpwstr>${name}</vt:lpwstr></property></Properties>`),
  })
}
