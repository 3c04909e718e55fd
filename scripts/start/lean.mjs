// How the server's process is started: as fast as it can be within 320 MB under load. The old generation may double between two collections instead of
// growing several fold, which keeps a third of V8's memory and costs little; collecting at every 15 % more, and a young generation of 4 MB, had kept
// another 50 MB and cost half the answers. glibc keeps freed memory in one arena a thread unless told otherwise.
// Types are stripped by us (an interface that Node still calls experimental), for the reason that stands there.
export const LEAN_FLAGS = [
  '--max-semi-space-size=16',
  '--heap-growing-percent=100',
  '--disable-warning=ExperimentalWarning',
  `--import=${new URL('stripTypes.mjs', import.meta.url).href}`,
]
export const LEAN_ENVIRONMENT = { MALLOC_ARENA_MAX: '2', NODE_DISABLE_COMPILE_CACHE: '1' }
