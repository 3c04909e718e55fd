/** Runs one command of a check or test run and keeps its output, so that commands can run side by side and still print in order. */
import { spawn } from 'node:child_process'

export interface StepResult {
  title: string
  passed: boolean
  output: string
  seconds: number
}

export interface Step {
  title: string
  /** Program and arguments; `node` is the running Node. */
  command: string[]
  /** Default: where we are. */
  directory?: string
  /** Added to the environment. */
  environment?: Record<string, string>
}

/** @returns when the command has ended; a program that cannot be run counts as a failure */
export function runStep({ title, command, directory, environment }: Step): Promise<StepResult> {
  const begun = performance.now()
  const [program = '', ...args] = command
  return new Promise((resolve) => {
    const options = {
      cwd: directory,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'],
    }
    const child = spawn(program === 'node' ? process.execPath : program, args, options)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
    const end = (passed: boolean, more = '') =>
      resolve({ title, passed, output: output + more, seconds: (performance.now() - begun) / 1000 })
    child.on('error', (error) => end(false, error.message))
    child.on('close', (code) => end(code === 0))
  })
}

/** One line for a step that passed; all its output for one that failed. */
export function printStep({ title, passed, output, seconds }: StepResult): void {
  console.log(`${passed ? 'ok    ' : 'FAILED'} ${title} (${seconds.toFixed(1)} s)`)
  if (!passed) console.log(`${output.trim()}\n`)
}
