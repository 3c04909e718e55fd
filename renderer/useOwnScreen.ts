/** The screen of a component, started while it is shown. Of the first screen of a visit it exists before the first drawing, with the answers that came. */
import { useEffect, useRef, useState } from 'react'
import { isFirstScreen } from '../runtime/client/firstScreen.ts'
import type { Scope } from '../runtime/client/scope.ts'
import { createScreen, type Screen, type ScreenDefinition, type ScreenPlace } from '../runtime/client/screen.ts'

/**
 * @param definition another one starts another screen
 * @param place      where it starts; afterwards the running screen hears of moves
 * @returns null until it has started
 */
export function useOwnScreen(definition: ScreenDefinition, place: ScreenPlace, above?: Scope): Screen | null {
  const [screen, setScreen] = useState(() => (isFirstScreen() ? createScreen(definition, place, above) : null))
  const first = useRef(screen)
  // biome-ignore lint/correctness/useExhaustiveDependencies: moves are passed to the running screen below
  useEffect(() => {
    const own = first.current ?? createScreen(definition, place, above)
    first.current = null
    own.start()
    setScreen(own)
    return () => own.stop()
  }, [definition, above])
  useEffect(() => screen?.move(place), [screen, place])
  return screen
}
