/** The text of a Word document -> lines as people write questions, and its tables. Numbers that Word counts itself are written out, for they are what tells a
 *  question from its options.
 *  allowed text: names of styles and numbers as Word writes them, whatever the language of the screen. */
import { attributeOf, xmlParts } from './xmlParts.ts'

export interface WordText {
  lines: string[]
  tables: string[][][]
}

/** How a level of a list counts: `decimal`, `bullet`, `upperLetter`, ... */
type Formats = ReadonlyMap<string, string>

/** @param document   word/document.xml  @param numbering  word/numbering.xml; empty when there is none */
export function readWord(document: string, numbering: string): WordText {
  const reader = new Reader(formatsOf(numbering))
  for (const part of xmlParts(document))
    if (part.kind === 'text') reader.text(part.text)
    else if (part.kind === 'open') reader.open(part.name, part.attributes)
    else reader.close(part.name)
  return { lines: reader.lines, tables: reader.tables }
}

class Reader {
  readonly lines: string[] = []
  readonly tables: string[][][] = []
  private readonly formats: Formats
  private readonly counts = new Map<string, number>()
  private words = ''
  private isText = false
  /** A second copy of what is drawn, for older programs. */
  private fallbacks = 0
  private tableDepth = 0
  private cell: string[] = []
  private list: { id?: string; level?: string } = {}
  private style = ''
  constructor(formats: Formats) {
    this.formats = formats
  }

  text(text: string): void {
    if (this.isText && this.fallbacks === 0) this.words += text
  }

  open(name: string, attributes: string): void {
    const value = () => attributeOf(attributes, 'w:val') ?? ''
    if (name === 'w:t') this.isText = true
    else if (name === 'mc:Fallback') this.fallbacks++
    else if (name === 'w:tab' && this.fallbacks === 0) this.words += '\t'
    else if (name === 'w:br' && this.fallbacks === 0) this.words += '\n'
    else if (name === 'w:numId') this.list.id = value()
    else if (name === 'w:ilvl') this.list.level = value()
    else if (name === 'w:pStyle') this.style = value()
    else if (name === 'w:tbl' && this.tableDepth++ === 0) this.tables.push([])
    else if (name === 'w:tr' && this.tableDepth === 1) this.tables.at(-1)!.push([])
    else if (name === 'w:tc' && this.tableDepth === 1) this.cell = []
  }

  close(name: string): void {
    if (name === 'w:t') this.isText = false
    else if (name === 'mc:Fallback') this.fallbacks--
    else if (name === 'w:tbl') this.tableDepth--
    else if (name === 'w:tc' && this.tableDepth === 1) this.tables.at(-1)!.at(-1)!.push(this.cell.join('\n').trim())
    else if (name === 'w:p') this.paragraph()
  }

  private paragraph(): void {
    const words = this.words.replaceAll(/[ \t]+/g, ' ').trim()
    if (this.tableDepth > 0) this.cell.push(words)
    else if (words !== '') this.lines.push(...`${this.mark()}${words}`.split('\n'))
    this.words = ''
    this.list = {}
    this.style = ''
  }

  /** What Word shows in front of the paragraph, in the way that questions are read. */
  private mark(): string {
    if (/^(?:Heading|标题 ?)?[1-3]$/i.test(this.style)) return '## '
    const { id, level = '0' } = this.list
    if (id === undefined || id === '0') return ''
    const format = this.formats.get(`${id} ${level}`) ?? 'decimal'
    for (const key of this.counts.keys()) if (key.startsWith(`${id} `) && key > `${id} ${level}`) this.counts.delete(key)
    const count = (this.counts.get(`${id} ${level}`) ?? 0) + 1
    this.counts.set(`${id} ${level}`, count)
    if (format === 'none') return ''
    if (format === 'bullet') return '- '
    if (/chinese|japaneseCounting/i.test(format) && count <= CHINESE.length) return `${CHINESE[count - 1]}、`
    return level !== '0' || /letter/i.test(format) ? `${String.fromCodePoint(64 + Math.min(count, 26))}. ` : `${count}. `
  }
}

const CHINESE = [...'一二三四五六七八九十']

/** `numId level` -> format. */
function formatsOf(numbering: string): Formats {
  const abstract = new Map<string, string>()
  const formats = new Map<string, string>()
  let at = ''
  let level = ''
  for (const part of xmlParts(numbering)) {
    if (part.kind !== 'open') continue
    const value = (name: string) => attributeOf(part.attributes, name) ?? ''
    if (part.name === 'w:abstractNum') at = value('w:abstractNumId')
    else if (part.name === 'w:lvl') level = value('w:ilvl')
    else if (part.name === 'w:numFmt') abstract.set(`${at} ${level}`, value('w:val'))
    else if (part.name === 'w:num') at = value('w:numId')
    else if (part.name === 'w:abstractNumId')
      for (const [key, format] of abstract)
        if (key.startsWith(`${value('w:val')} `)) formats.set(`${at} ${key.slice(key.indexOf(' ') + 1)}`, format)
  }
  return formats
}
