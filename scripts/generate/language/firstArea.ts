/** The walk through an area from nothing: the documents of `docs/examples/equipment`, each with what its `description` says. `tests/browser/newcomer.test.ts`
 *  takes the same road. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { linkTo } from './keyTable.ts'

const FOLDER = 'docs/examples/equipment'
/** In the order in which one writes them. */
const FILES = ['item.entity.json', 'item.resource.json', 'list.page.json']

/** @param root folder of the project */
export function firstArea(root: string): string {
  const read = (file: string): string => readFileSync(join(root, FOLDER, file), 'utf8').trim()
  const parts = FILES.map((file) => documentPart(file, read(`schemas/equipment/${file}`)))
  return [beginning(), ...parts, ending(read('menuEntry.json'))].join('\n\n')
}

function beginning(): string {
  return `## A first area

Three documents make a screen on which staff list, add and delete equipment. They are in \`${FOLDER}\`. Each goes to \`schemas/equipment/\`, which is a new folder:

\`\`\`
cp -r ${FOLDER}/schemas/equipment schemas/
\`\`\``
}

function documentPart(file: string, text: string): string {
  const kind = file.split('.').at(-2) as string
  const { description, ...document } = JSON.parse(text) as Record<string, unknown>
  const lines = text.split('\n').filter((line) => !line.startsWith('  "description":'))
  if (description === undefined || Object.keys(document).length === 0) throw new Error(`${FOLDER}: ${file} needs a description`)
  return `\`schemas/equipment/${file}\`, of the kind ${linkTo(kind)}. ${description}\n\n\`\`\`json\n${lines.join('\n')}\n\`\`\``
}

function ending(menuEntry: string): string {
  return `The way to the screen is an entry of a menu. Add it to the \`items\` of \`schemas/shell/admin.menu.json\`, or to the \`children\` of one of its groups:

\`\`\`json
${menuEntry}
\`\`\`

Then:

1. \`npm run check:schemas\` tells what is wrong, where, and what to write instead.
2. \`npm run dev\` makes the table and prints the address. Sign in as \`admin\` and open \`/admin/equipment\`. What you change in a document is on the screen when the file is saved.
3. \`npm run show -- equipment.add\` prints a document with everything spelled out.

\`managePlatform\` is a permission. To make one of your own, write an enum with \`"into": "platform.permission"\` in your area (or add a code to \`schemas/platform/permission.enum.json\`), and add it to the roles that hold it (\`schemas/account/grants/*.role.json\`). Form, call and
entity each check what they are given: the form while a person types, the call for every client, the entity in the database.

\`docs/examples/mentoring\` is a larger area without a line of code: mentors with skills, slots with a number of places, bookings that a flow governs (one person takes the last place, cancelling ends a
day before), a public page with cards, tables with filters, a bulk action, a chart, an export, a message, and a permission with its role. The [guide](guide/README.md) makes it in twelve pages.`
}
