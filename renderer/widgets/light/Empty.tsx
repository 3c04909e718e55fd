import type { ReactNode } from 'react'
import { Scene, type SceneName } from './Scene.tsx'

interface EmptyProps {
  title: string
  text?: string
  image?: string
  scene?: SceneName
  children?: ReactNode
}

/** An empty state with the next step. */
export function Empty({ title, text, image, scene, children }: EmptyProps): ReactNode {
  return (
    <div className="ag-empty">
      {image ? <img className="ag-empty__image" src={image} alt="" /> : <Scene name={scene} />}
      <p className="ag-empty__title">{title}</p>
      {text && <p className="ag-empty__text">{text}</p>}
      {children && <div className="ag-empty__actions">{children}</div>}
    </div>
  )
}
