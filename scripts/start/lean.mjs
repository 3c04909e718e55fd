import { fileURLToPath } from 'node:url'

// How the server's process is started so that it stays small. The young generation of a server needs no more than 4 MB, and V8 would give it tens; the
// old one may grow by 15 % between two collections instead of several fold; glibc keeps freed memory in one arena a thread unless told otherwise.
export const LEAN_FLAGS = ['--max-semi-space-size=4', '--heap-growing-percent=15']
export const LEAN_ENVIRONMENT = {
  MALLOC_ARENA_MAX: '2',
  // From the first file on, or Node loads what strips types (10 MB) for that file alone.
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../node_modules/.cache/agon', import.meta.url)),
}
