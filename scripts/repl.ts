/** `npm run repl`: a prompt with the platform of the files and the database of the settings (`joinDatabase`): rows, calls as a person, why a person may do a thing,
 *  expressions in the scope of a place. Works beside a running server and reads alone, unless `-- --write` is given. `-- --eval "rows('competition')"` prints one
 *  answer and ends; so do lines that come by a pipe. Exit code 1 when a line failed there. */
import { createInterface } from 'node:readline'
import { type REPLEval, Recoverable, start } from 'node:repl'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { evaluateLine, isUnfinished, writeAnswer } from './repl/evaluateLine.ts'
import { openBeside } from './repl/openBeside.ts'
import { replTools, TOOLS } from './repl/replTools.ts'
import { describeError } from './start/describeError.ts'
import { readSettings } from './start/readSettings.ts'

const project = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')

try {
  const { values } = parseArgs({ options: { write: { type: 'boolean' }, eval: { type: 'string' } } })
  const writes = values.write === true
  const opened = await openBeside(readSettings(project, process.env, []), project, writes)
  try {
    console.error(`${opened.name}, ${writes ? 'also WRITING' : 'reading alone (-- --write to write)'}`)
    Object.assign(globalThis, replTools(opened.server.deps, writes))
    if (values.eval !== undefined) await answer(values.eval)
    else if (process.stdin.isTTY) await converse()
    else for await (const line of createInterface({ input: process.stdin })) await answer(line)
  } finally {
    await opened.close()
  }
} catch (error) {
  console.error(describeError(error))
  process.exitCode = 1
}

async function answer(line: string): Promise<void> {
  try {
    const value = await evaluateLine(line)
    if (value !== undefined) console.log(writeAnswer(value))
  } catch (error) {
    console.error(inOneLine(error))
    process.exitCode = 1
  }
}

/** At a terminal: with a history, completion and lines that go on. */
async function converse(): Promise<void> {
  console.error(`${TOOLS.map(({ use, does }) => `  ${use.padEnd(58)} ${does}`).join('\n')}\n`)
  const evaluate: REPLEval = (line, _context, _file, done) => {
    evaluateLine(line).then(
      (value) => done(null, value),
      (error: Error) => {
        if (isUnfinished(error)) return done(new Recoverable(error), undefined)
        console.error(inOneLine(error))
        done(null, undefined)
      },
    )
  }
  const session = start({ prompt: 'agon> ', preview: false, useGlobal: true, ignoreUndefined: true, eval: evaluate, writer: writeAnswer })
  await new Promise((resolve) => session.once('exit', resolve))
}

/** A mistake of who types needs no stack. */
function inOneLine(error: unknown): string {
  return error instanceof TypeError || !(error instanceof Error) ? describeError(error) : error.message
}
