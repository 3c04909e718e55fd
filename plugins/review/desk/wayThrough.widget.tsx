/** Goes from work to work, by links and by keys: Alt with the arrows up and down, Control (or Command) with Enter to submit the sheet. */
import { useEffect } from 'react'
import { Link, useNavigate } from 'react-router-dom'

interface WayThroughProps {
  previous: string | null
  next: string | null
  /** Words. */
  label: string
  position: string
  before: string
  after: string
  keys: string
}

const PATH = '/admin/myReviews/'

export default function WayThrough({ previous, next, ...words }: WayThroughProps) {
  const navigate = useNavigate()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) return submitSheet(event)
      const to = event.altKey && (event.key === 'ArrowUp' ? previous : event.key === 'ArrowDown' ? next : null)
      if (!to) return
      event.preventDefault()
      navigate(PATH + to)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [navigate, previous, next])
  return (
    <nav className="ag-way" aria-label={words.label}>
      <Way to={previous} text={words.before} />
      <span className="ag-way__position">{words.position}</span>
      <Way to={next} text={words.after} />
      <span className="ag-way__keys">{words.keys}</span>
    </nav>
  )
}

function Way({ to, text }: { to: string | null; text: string }) {
  const className = 'ag-button ag-button--default ag-button--medium'
  if (to === null)
    return (
      <button type="button" className={className} disabled>
        {text}
      </button>
    )
  return (
    <Link className={className} to={PATH + to}>
      {text}
    </Link>
  )
}

function submitSheet(event: KeyboardEvent): void {
  const form = document.querySelector<HTMLFormElement>('.ag-page form')
  if (!form) return
  event.preventDefault()
  form.requestSubmit()
}
