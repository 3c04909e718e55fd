/** One line of the prompt: its value is waited for, and a name that it declares is kept. */
import { inspect } from 'node:util'
import { runInThisContext } from 'node:vm'

const DECLARATION = /^\s*(?:const|let|var)\s+([\w$]+)\s*=(?![=>])/
/** What V8 says of code that goes on in the next line. */
const UNFINISHED = /^(Unexpected end of input|Unterminated template literal|missing \) after argument list)/

/** @returns undefined for a declaration. @throws SyntaxError and whatever the line throws */
export async function evaluateLine(line: string): Promise<unknown> {
  const [declared, name] = DECLARATION.exec(line) ?? []
  const code = (declared === undefined ? line : line.slice(declared.length)).trim().replace(/;$/, '')
  const value = await compiled(code)()
  if (name === undefined) return value
  ;(globalThis as Record<string, unknown>)[name] = value
  return undefined
}

/** As an expression, else as statements. */
function compiled(code: string): () => Promise<unknown> {
  try {
    return runInThisContext(`async () => (${code}\n)`)
  } catch (error) {
    try {
      return runInThisContext(`async () => {${code}\n}`)
    } catch {
      throw error
    }
  }
}

export function isUnfinished(error: unknown): boolean {
  return error instanceof SyntaxError && UNFINISHED.test(error.message)
}

export function writeAnswer(value: unknown): string {
  if (typeof value === 'string') return value
  return inspect(value, { depth: 8, maxArrayLength: 200, colors: process.stdout.isTTY === true, breakLength: 140 })
}
