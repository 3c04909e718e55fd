/** Links between pages that were written as if all stood on one: `[field](#entity-field)` leads to the page that has the heading. */
import { dirname, relative, sep } from 'node:path'
import { anchorOf } from './keyTable.ts'

const LINK = /\]\(#([\w-]+)\)/g
const HEADING = /^#+ (.+)$/gm
const CODE = /^```[\s\S]*?^```/gm

/** @param pages  texts by file @throws Error for a link to a heading that no page has */
export function linkedPages(pages: ReadonlyMap<string, string>): Map<string, string> {
  const owners = new Map<string, string>()
  for (const [file, text] of pages)
    for (const [, heading] of text.replace(CODE, '').matchAll(HEADING)) {
      const anchor = anchorOf(heading!)
      if (!owners.has(anchor)) owners.set(anchor, file)
    }
  const linked = (file: string, text: string) =>
    text.replace(LINK, (link, anchor: string) => {
      const owner = owners.get(anchor)
      if (owner === undefined) throw new Error(`${file}: no page has the heading #${anchor}`)
      return owner === file ? link : `](${relative(dirname(file), owner).split(sep).join('/')}#${anchor})`
    })
  return new Map([...pages].map(([file, text]) => [file, linked(file, text)]))
}
