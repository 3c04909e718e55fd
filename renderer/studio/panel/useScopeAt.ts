import { useEffect, useState } from 'react'
import { request } from '../../../runtime/client/http.ts'
import type { ScopeTypes } from '../../../runtime/core/expressions/types.ts'
import type { Operand } from '../../../runtime/core/studio/ruleOperands.ts'
import { afterTyping } from '../../afterTyping.ts'
import type { ScopePlace } from './panelExtras.ts'

export interface KnownScope {
  /** Undefined: any name may be read. */
  scope: ScopeTypes | undefined
  operands: readonly Operand[]
}

interface Answer {
  scope: ScopeTypes | null
  operands: Operand[]
}

/** Changes come in numbers: what the server knows is asked for behind the last. */
const PAUSE_MS = 400
const NOTHING: KnownScope = { scope: undefined, operands: [] }

/** What a condition at a place of the document may ask about, asked anew after each save; null until it is here. */
export function useScopeAt({ call, kind, id, place, saves }: ScopePlace, isWanted: boolean): KnownScope | null {
  const [known, setKnown] = useState<{ of: string; scope: KnownScope } | null>(null)
  const [asked, setAsked] = useState('')
  const of = `${kind} ${id}#${place}`
  useEffect(() => {
    const turn = `${of} ${saves}`
    if (!isWanted || asked === turn) return
    let isOver = false
    const take = (scope: KnownScope) => {
      if (isOver) return
      setAsked(turn)
      setKnown({ of, scope })
    }
    const ask = () =>
      void request<Answer>(call, { kind, id, place }).then(
        ({ scope, operands }) => take({ scope: scope ?? undefined, operands }),
        () => take(NOTHING),
      )
    const stop = asked.startsWith(`${of} `) ? afterTyping(ask, PAUSE_MS) : void ask()
    return () => {
      isOver = true
      stop?.()
    }
  }, [call, kind, id, place, of, saves, isWanted, asked])
  return known?.of === of ? known.scope : null
}
