/** The screen of the frame around the page: its sources (unread counts and the like) are in scope on the page too, and refresh with it. */
import { createContext, useContext } from 'react'
import type { Screen } from '../../runtime/client/screen.ts'

export const FrameContext = createContext<Screen | null>(null)

export function useFrame(): Screen | null {
  return useContext(FrameContext)
}
