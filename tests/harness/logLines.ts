import pino from 'pino'
import type { Server } from '../../runtime/server/createServer.ts'

/** What a server writes to its log from now on, line by line, as objects. */
export function logLines({ app }: Pick<Server, 'app'>): Record<string, unknown>[] {
  const lines: Record<string, unknown>[] = []
  const logger = app.log as unknown as { level: string } & Record<symbol, unknown>
  logger.level = 'warn'
  logger[pino.symbols.streamSym] = { write: (line: string) => lines.push(JSON.parse(line)) }
  return lines
}
