/** Asks what is left of options that have a number of places, once a stored form that has such options is opened. */
import { useEffect } from 'react'
import { request } from '../../runtime/client/http.ts'
import type { OptionPlaces } from '../../runtime/core/contracts.ts'
import type { FormSession } from './FormSession.ts'

/** @param version hash of the stored form. The server counts again when answers are sent: what is shown here promises nothing. */
export function usePlacesLeft(session: FormSession, version: string | undefined): void {
  useEffect(() => {
    const hasPlaces = session.compiled.fields.some(({ options }) => options?.limited.length)
    if (version === undefined || !hasPlaces) return
    let isCurrent = true
    request<{ list: OptionPlaces[] }>('platform.optionPlaces', { hash: version }).then(
      ({ list }) => {
        const byField = Map.groupBy(list, ({ field }) => field)
        const left = [...byField].map(([field, places]) => [field, new Map(places.map((each) => [each.option, each.left]))] as const)
        if (isCurrent) session.setPlaces(new Map(left))
      },
      // without it people learn when they send
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [session, version])
}
