import { useSnapshot } from 'valtio'
import { booted } from '../runtime/client/boot.ts'
import { waitReason } from '../runtime/client/readOnlyMode.ts'
import { language } from '../runtime/client/texts.ts'
import type { Action } from '../runtime/core/documents.ts'

/** Why what an action does has to wait while the platform is read-only; empty: it need not. */
export function useWaitReason(action: Action | undefined): string {
  useSnapshot(booted)
  useSnapshot(language)
  return waitReason(action)
}
