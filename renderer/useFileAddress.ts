/** The address of a stored picture inside this page: files are fetched with the person's token, because their address alone opens nothing. */
import { useEffect, useState } from 'react'
import { requestFile } from '../runtime/client/http.ts'

/** @param id of the file; @returns null until it is here, or when it cannot be read */
export function useFileAddress(id: string | null): string | null {
  const [loaded, setLoaded] = useState<{ id: string; address: string } | null>(null)
  useEffect(() => {
    if (id === null) return
    let made: string | null = null
    let current = true
    requestFile('platform.file', { id }).then(
      ({ blob }) => {
        if (!current) return
        made = URL.createObjectURL(blob)
        setLoaded({ id, address: made })
      },
      () => undefined,
    )
    return () => {
      current = false
      if (made) URL.revokeObjectURL(made)
    }
  }, [id])
  return loaded !== null && loaded.id === id ? loaded.address : null
}
