/** One pass over a part of a workbook. Entities of its own are unknown to the parser, so nothing grows while it is read. */
import { SaxesParser } from 'saxes'

export interface XmlReader {
  open?(tag: string, attributes: Readonly<Record<string, string | undefined>>): unknown
  close?(tag: string): unknown
  text?(text: string): unknown
}

/** Tags are named without their prefix. @throws Error for what is no XML */
export function parseXml(xml: string, reader: XmlReader): void {
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  const bare = (name: string) => name.slice(name.indexOf(':') + 1)
  parser.on('opentag', ({ name, attributes }) => void reader.open?.(bare(name), attributes as Record<string, string>))
  parser.on('closetag', ({ name }) => void reader.close?.(bare(name)))
  parser.on('text', (text) => void reader.text?.(text))
  parser.write(xml).close()
}
