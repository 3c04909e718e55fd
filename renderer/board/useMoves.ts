/** Moves of cards: each runs the action of the board, and the card goes back when nothing came of it. */
import { useRef, useState } from 'react'
import { linkAction, runAction } from '../../runtime/client/actions.ts'
import { enumLabel } from '../../runtime/client/format.ts'
import { evaluateCel, extendScope } from '../../runtime/client/scope.ts'
import { resolveText, translate } from '../../runtime/client/texts.ts'
import { useScope, useScreen } from '../ScreenContext.ts'
import { type BoardDocument, codeOf, type Item, keyOf, type Move } from './boardTypes.ts'

export interface Moves {
  list: readonly Move[]
  /** What became of the last one, in words. */
  said: string
  start(item: Item, from: string, to: string): void
  /** Whether the focus belongs on this card, asked once for each time that it is drawn elsewhere. */
  takesFocus(key: string): boolean
}

/** @param reload  asks columns again */
export function useMoves(node: BoardDocument, reload: (codes: readonly string[]) => Promise<unknown>): Moves {
  const { host } = useScreen()
  const scope = useScope()
  const [list, setList] = useState<readonly Move[]>([])
  const [said, setSaid] = useState('')
  const focused = useRef<string | null>(null)

  async function run(move: Move): Promise<void> {
    const { key, item, from, to } = move
    const inner = extendScope(scope, { item, row: item, to: codeOf(node, to) })
    const linked = node.move === undefined ? null : linkAction(node.move, inner)
    if (!linked) return
    setList((moves) => [...moves, move])
    const isDone = await runAction(linked, host)
    // what was refused may be refused because the card is elsewhere by now
    await reload([from, to])
    if (!isDone) focused.current = key
    setList((moves) => moves.filter((one) => one.key !== key))
    const what = resolveText(evaluateCel(node.title, inner))
    const where = enumLabel(node.enum, isDone ? to : from)
    setSaid(translate(isDone ? 'kernel.board.moved' : 'kernel.board.stayed', { what, where }))
  }

  return {
    list,
    said,
    start(item, from, to) {
      const key = keyOf(item)
      if (from === to || list.some((move) => move.key === key)) return
      focused.current = key
      void run({ key, item, from, to })
    },
    takesFocus(key) {
      const isTaken = focused.current === key
      if (isTaken) focused.current = null
      return isTaken
    },
  }
}
