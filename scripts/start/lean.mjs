// How the server's process is started so that it stays small. The young generation of a server needs no more than 4 MB, and V8 would give it tens; the
// old one may grow by 15 % between two collections instead of several fold; glibc keeps freed memory in one arena a thread unless told otherwise.
// A function that is made fast takes in others up to a third of V8's own limit: the memory in which that is worked out is never given back.
// Types are stripped by us (an interface that Node still calls experimental), for the reason that is there.
export const LEAN_FLAGS = [
  '--max-semi-space-size=4',
  '--heap-growing-percent=15',
  '--max-inlined-bytecode-size-cumulative=300',
  '--disable-warning=ExperimentalWarning',
  `--import=${new URL('stripTypes.mjs', import.meta.url).href}`,
]
export const LEAN_ENVIRONMENT = { MALLOC_ARENA_MAX: '2', NODE_DISABLE_COMPILE_CACHE: '1' }
