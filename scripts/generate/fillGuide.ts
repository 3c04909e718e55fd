/** The pages of `docs/guide/`: each quotes files of the project in full, by a marker `<!-- quote: path -->` above the text. Who changes the file runs
 *  `npm run generate`; a page that says something else is refused. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'

export const GUIDE = 'docs/guide'
/** Where the example lies is nothing to a reader who writes the file. */
const EXAMPLE = /^docs\/examples\/\w+\//
const QUOTE = /<!-- quote: (\S+) -->(?:\n\n(?:`[^`\n]+`:\n\n)?```\w+\n[\s\S]*?\n```)?/g

/** @param root folder of the project  @returns the pages as they should be, by file  @throws Error when a page quotes a file that is not there */
export function fillGuide(root: string): [string, string][] {
  return globSync(`${GUIDE}/*.md`, { cwd: root })
    .map((path) => path.split(sep).join('/'))
    .sort()
    .map((file) => [file, readFileSync(join(root, file), 'utf8').replace(QUOTE, (_, quoted: string) => quotation(root, file, quoted))])
}

/** The files that a page quotes. */
export function quotedBy(text: string): string[] {
  return [...text.matchAll(QUOTE)].map(([, quoted]) => quoted!)
}

function quotation(root: string, file: string, quoted: string): string {
  const path = join(root, quoted)
  if (!existsSync(path)) throw new Error(`${file}: quotes ${quoted}, which is not there`)
  return `<!-- quote: ${quoted} -->\n\n\`${quoted.replace(EXAMPLE, '')}\`:\n\n\`\`\`${quoted.split('.').at(-1)}\n${readFileSync(path, 'utf8').trimEnd()}\n\`\`\``
}
