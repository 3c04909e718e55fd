import { useCallback, useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { booted } from '../runtime/client/boot.ts'
import { CallError, isAborted } from '../runtime/client/CallError.ts'
import { firstPage } from '../runtime/client/firstScreen.ts'
import { request } from '../runtime/client/http.ts'
import { keepSame } from '../runtime/client/keepSame.ts'
import { addBundle, forgetPast } from '../runtime/client/library.ts'
import { ChunkFailed } from '../runtime/client/loadChunk.ts'
import { loadPatterns } from '../runtime/client/loadPatterns.ts'
import { previewFrame } from '../runtime/client/previewFrame.ts'
import type { PageDocument } from '../runtime/core/documents.ts'
import type { PageBundle } from '../runtime/core/wire.ts'

export interface PageState {
  page: PageDocument | null
  error: CallError | ChunkFailed | null
  retry(): void
}

/** Loads a page with its parts, at first and after each new boot; the shown page stays until the new one has arrived. */
export function usePageBundle(id: string): PageState {
  const { revision } = useSnapshot(booted)
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<Omit<PageState, 'retry'>>(() => ({ page: firstPage(id), error: null }))
  const came = useRef(state.page !== null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new boot and a retry fetch again
  useEffect(() => {
    if (came.current) {
      came.current = false
      return
    }
    const controller = new AbortController()
    fetchPage(id, controller.signal).then(
      (page) => setState((last) => ({ page: keepSame(last.page, page), error: null })),
      (error: unknown) => {
        if (!isAborted(error))
          setState({ page: null, error: error instanceof CallError || error instanceof ChunkFailed ? error : new CallError('UNEXPECTED') })
      },
    )
    return () => controller.abort()
  }, [id, revision, attempt])
  const retry = useCallback(() => setAttempt((count) => count + 1), [])
  return { ...state, retry }
}

async function fetchPage(id: string, signal: AbortSignal): Promise<PageDocument> {
  const frame = previewFrame()
  const bundle = frame?.drafts
    ? await request<PageBundle>('platform.preview.page', { id, role: frame.role, before: frame.before }, { signal })
    : await request<PageBundle>('platform.page', { id }, { signal, withoutSession: true })
  if (bundle.needsRegex) await loadPatterns()
  signal.throwIfAborted()
  addBundle(bundle)
  forgetPast()
  return bundle.page
}
