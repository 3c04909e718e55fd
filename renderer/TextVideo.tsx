import type { ReactNode } from 'react'
import { useState } from 'react'
import { booted } from '../runtime/client/boot.ts'
import { resolveText, translate } from '../runtime/client/texts.ts'
import { findVideo, videoPage, videoPlayer } from '../runtime/core/richText/videos.ts'
import { fileAddress, storedFile } from '../runtime/core/storedFile.ts'
import { useFileAddress } from './useFileAddress.ts'
import { Icon } from './widgets/light/Icon.tsx'

/** Of the players, each in its own site: nothing of this page, no navigation of it, no downloads. */
const SANDBOX = 'allow-scripts allow-same-origin allow-presentation allow-popups'
const MAY = 'fullscreen; autoplay; encrypted-media; picture-in-picture'

/** A video in a formatted text, in a frame of 16 to 9. Until someone plays it, nothing is loaded: another site hears of no reader who did not ask for it.
 *  Without script it is a link. An address of a site that is not listed any more is a link, too. */
export function TextVideo({ href, title }: { href: string; title: string }): ReactNode {
  const [isPlaying, setPlaying] = useState(false)
  const file = storedFile(href)
  const video = file === null ? findVideo(href, booted.boot?.app.videos ?? []) : null
  if (file === null && video === null)
    return (
      <a href={href} target="_blank" rel="noopener noreferrer">
        {title}
      </a>
    )
  const address = video ? videoPage(video) : fileAddress(file!)
  return (
    <figure className="ag-video">
      <div className="ag-video__frame">
        {!isPlaying && <Poster address={address} title={title} isFile={video === null} onPlay={() => setPlaying(true)} />}
        {isPlaying && video && (
          <iframe
            ref={(frame) => frame?.focus()}
            src={videoPlayer(video)}
            title={title}
            sandbox={SANDBOX}
            allow={MAY}
            loading="lazy"
            referrerPolicy="strict-origin-when-cross-origin"
            allowFullScreen
          />
        )}
        {isPlaying && file !== null && <StoredVideo id={file} title={title} />}
      </div>
      {video && (
        <figcaption className="ag-video__note">
          {translate('kernel.video.from', { site: resolveText(video.site.title) })}{' '}
          <a href={address} target="_blank" rel="noopener noreferrer">
            {translate('kernel.video.open')}
          </a>
        </figcaption>
      )}
    </figure>
  )
}

interface PosterProps {
  address: string
  title: string
  isFile: boolean
  onPlay(): void
}

function Poster({ address, title, isFile, onPlay }: PosterProps): ReactNode {
  return (
    <a
      className="ag-video__play"
      href={address}
      {...(isFile ? { download: '' } : { target: '_blank', rel: 'noopener noreferrer' })}
      aria-label={translate('kernel.video.play', { title })}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        onPlay()
      }}
    >
      <span className="ag-video__sign">
        <Icon name="play" />
      </span>
      <span className="ag-video__title">{title}</span>
    </a>
  )
}

/** Fetched with the person's token: not everyone may see it. */
function StoredVideo({ id, title }: { id: string; title: string }): ReactNode {
  const address = useFileAddress(id)
  // biome-ignore lint/a11y/useMediaCaption: the one who uploaded it may have none
  return address === null ? null : <video src={address} controls autoPlay aria-label={title} ref={(player) => player?.focus()} />
}
