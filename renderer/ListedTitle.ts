/** The title of the thing in a list that an action belongs to: the title is the description of its buttons, so that no two of a list read alike. Their names stay the words that are seen:
 *  who speaks to the computer says these. */
import { createContext, useContext, useId } from 'react'

/** Whether what is drawn is one of several of its kind. */
export const ListedContext = createContext(false)
/** Id of the element with the title. */
export const ListedTitleContext = createContext<string | undefined>(undefined)

/** The id that the title of a listed part has, and the one that describes its buttons; a part that is not listed takes that of the part around it. */
export function useListedTitle(title: string): { own: string | undefined; below: string | undefined } {
  const isListed = useContext(ListedContext)
  const around = useContext(ListedTitleContext)
  const id = useId()
  const own = isListed && title !== '' ? id : undefined
  return { own, below: own ?? around }
}

/** Attributes of a button or link: after its name, what it belongs to is read. */
export function useDescribedByTitle(): { 'aria-describedby'?: string } {
  const title = useContext(ListedTitleContext)
  return title === undefined ? {} : { 'aria-describedby': title }
}
