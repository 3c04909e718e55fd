/** The title of the thing in a list that an action belongs to: its buttons are named by both, so that no two of a list have one name. */
import { createContext, useContext, useId } from 'react'

/** Whether what is drawn is one of several of its kind. */
export const ListedContext = createContext(false)
/** Id of the element with the title. */
export const ListedTitleContext = createContext<string | undefined>(undefined)

/** The id that the title of a listed part has, and the one that its buttons are named by; the part around a part that is not listed names both. */
export function useListedTitle(title: string): { own: string | undefined; below: string | undefined } {
  const isListed = useContext(ListedContext)
  const around = useContext(ListedTitleContext)
  const id = useId()
  const own = isListed && title !== '' ? id : undefined
  return { own, below: own ?? around }
}

/** Attributes of a button or link that names what it belongs to, after its own words. */
export function useNamedByTitle(): { id?: string; 'aria-labelledby'?: string } {
  const title = useContext(ListedTitleContext)
  const id = useId()
  return title === undefined ? {} : { id, 'aria-labelledby': `${id} ${title}` }
}
