import { createContext, useContext } from 'react'
import type { Screen } from '../../runtime/client/screen.ts'

export const FrameContext = createContext<Screen | null>(null)

/** The screen of the frame around the page: its sources (such as unread counts) are in scope on the page too, and refresh with it. Null outside a
 * frame. */
export function useFrame(): Screen | null {
  return useContext(FrameContext)
}
