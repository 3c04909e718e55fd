import { createServer } from 'node:net'

/**
 * Makes sure, before anything slow starts, that the address can be had.
 * @throws Error in one line saying why not and what to do
 */
export function assertPortFree(port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => reject(new Error(reasonOf(error, port, host))))
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve()))
  })
}

function reasonOf(error: NodeJS.ErrnoException, port: number, host: string): string {
  if (error.code === 'EADDRINUSE') return `Port ${port} is in use. Choose another one: PORT=${port + 1} npm start`
  if (error.code === 'EACCES') return `Port ${port} may not be used by this user. Choose one above 1024: PORT=8080 npm start`
  return `Cannot listen on ${host}:${port}: ${error.message}`
}
