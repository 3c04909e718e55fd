/** Files of a work beside its sheet: pictures, videos and PDF are shown in the page, by viewers of our own; everything else is offered to be saved. Nothing that a
 *  file holds is ever run or laid into the page as HTML. */
import { type ComponentType, Suspense } from 'react'

interface WorkFile {
  name: string
  type: string
  size: number
  state: string
  address: string | null
  download: string | null
}
interface WorkFilesProps {
  files: WorkFile[]
  /** Words. */
  save: string
  preparing: string
  withheld: string
  /** The kernel's own. */
  viewers: { pdf: ComponentType<{ of: string; label: string }> }
}

const BYTES_PER_KB = 1024

export default function WorkFiles({ files, viewers, ...words }: WorkFilesProps) {
  return (
    <div className="ag-files">
      {files.map((file) => (
        <section key={file.name} className="ag-files__file" aria-label={file.name}>
          <header className="ag-files__head">
            <span className="ag-files__name">{file.name}</span>
            <span className="ag-files__size">{sizeText(file.size)}</span>
            {file.download && (
              <a className="ag-button ag-button--link ag-button--medium" href={file.download} download={file.name}>
                {words.save}
              </a>
            )}
          </header>
          {file.address ? (
            <Shown file={file} address={file.address} preparing={words.preparing} Pdf={viewers.pdf} />
          ) : (
            <p className="ag-files__note" role="status">
              {file.state === 'withheld' ? words.withheld : words.preparing}
            </p>
          )}
        </section>
      ))}
    </div>
  )
}

interface ShownProps {
  file: WorkFile
  address: string
  preparing: string
  Pdf: WorkFilesProps['viewers']['pdf']
}

function Shown({ file, address, preparing, Pdf }: ShownProps) {
  if (file.type.startsWith('image/')) return <img className="ag-files__picture" src={address} alt={file.name} loading="lazy" />
  // biome-ignore lint/a11y/useMediaCaption: videos of entrants have no captions
  if (file.type === 'video/mp4') return <video className="ag-files__picture" src={address} controls preload="metadata" />
  if (file.type !== 'application/pdf') return null
  return (
    <Suspense fallback={<p className="ag-files__note">{preparing}</p>}>
      <Pdf of={address} label={file.name} />
    </Suspense>
  )
}

function sizeText(bytes: number): string {
  const kb = bytes / BYTES_PER_KB
  return kb < BYTES_PER_KB ? `${Math.max(1, Math.round(kb))} KB` : `${(kb / BYTES_PER_KB).toFixed(1)} MB`
}
