/** The browser's build (`vite build`, and Vite's middleware in `npm run dev`) and the tests' projects (`vitest`). */
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { offlineWorker } from './scripts/start/offlineWorker.ts'

const SERVER_TESTS = ['tests/server/**/*.test.ts', 'tests/runtime/server/**/*.test.ts', 'tests/plugins/**/*.test.ts']
const CONFORMANCE_TESTS = ['tests/conformance/**/*.test.ts']
const STUDIO_TESTS = ['tests/browser/studio/**/*.test.ts']
const BROWSER_TESTS = ['tests/browser/**/*.test.ts']
/** Whoever waits for something that comes waits long: on a machine that is busy elsewhere a second is a minute, and what passes is no slower for it. */
const PATIENT = { expect: { poll: { timeout: 240_000, interval: 100 } }, testTimeout: 600_000, hookTimeout: 600_000 }
/** Of tests that drive a browser. */
const BROWSER = { ...PATIENT, globalSetup: ['tests/harness/databaseSetup.ts', 'tests/harness/browserSetup.ts'] }

// Node runs TypeScript by itself: nothing is translated, and modules come from Node's own cache.
const NATIVE = { experimental: { viteModuleRunner: false, nodeLoader: false }, setupFiles: ['tests/harness/ownLines.ts'] }

/** One file for all that an entry brings by static imports. Without it each part that some other chunk shares becomes a file of its own: dozens of
 *  one kB, whose requests cost more than their content. Groups go in their order: what an earlier one has stays there.
 *  @param entry path of a module from here */
export function chunkOf(chunk: string, entry: string) {
  let reached: Set<string> | undefined
  const walk = (context: Modules) => {
    reached = new Set([join(import.meta.dirname, entry)])
    // a set that grows while it is walked is walked to its end
    for (const id of reached) for (const imported of context.getModuleInfo(id)?.importedIds ?? []) reached.add(imported)
    return reached
  }
  const name = (id: string, context: Modules) => ((reached ?? walk(context)).has(id) ? chunk : null)
  return { debugName: chunk, name, includeDependenciesRecursively: false }
}
interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

/** Parts of a chunk are fetched beside it as plain files, not as modules: a page never asks again for a module that once did not come. */
const preloadFiles: Plugin = {
  name: 'preload-files',
  transform: (code, id) => (id.includes('vite/preload-helper') ? code.replace(/(["'`])modulepreload\1/g, '"preload"') : null),
}

export default defineConfig({
  root: 'renderer',
  base: '/',
  plugins: [react(), preloadFiles, offlineWorker],
  // the server puts each request's nonce in its place (`runtime/server/screens/pageTransform.ts`)
  html: { cspNonce: '__AGON_NONCE__' },
  server: { fs: { allow: ['..'] } },
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            chunkOf('first', 'renderer/main.tsx'),
            chunkOf('richText', 'renderer/renderRichText.tsx'),
            chunkOf('form', 'renderer/form/FormNode.tsx'),
          ],
        },
      },
    },
  },
  test: {
    root: '.',
    // More than cores: much of a test is waiting for a browser, a database or a process. Many more only make each other late, and who waits asks.
    maxWorkers: 4,
    // A test is not tried again where its first try has left its rows: `npm test` runs the file once more, from its own beginning, and names it.
    retry: 0,
    pool: 'forks',
    // Files of one worker share what they load: the server's modules, the platform built from the same documents, the browser's windows.
    isolate: false,
    // They run in the order of their names: the longest tests first, so that what is left at the end fills the workers.
    projects: [
      { extends: true, test: { ...NATIVE, ...PATIENT, name: 'conformance', include: CONFORMANCE_TESTS } },
      {
        extends: true,
        test: {
          ...NATIVE,
          ...PATIENT,
          name: 'server',
          include: SERVER_TESTS,
          globalSetup: ['tests/harness/databaseSetup.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...NATIVE,
          name: 'browser',
          ...BROWSER,
          include: BROWSER_TESTS,
          exclude: STUDIO_TESTS,
        },
      },
      // They change the platform itself, for everybody: on a server of their own.
      { extends: true, test: { ...NATIVE, name: 'browser-studio', ...BROWSER, include: STUDIO_TESTS } },
      {
        extends: true,
        test: {
          ...PATIENT,
          name: 'unit',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: [...SERVER_TESTS, ...CONFORMANCE_TESTS, ...BROWSER_TESTS],
        },
      },
    ],
  },
})
