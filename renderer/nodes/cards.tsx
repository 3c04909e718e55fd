import { type CSSProperties, type ReactNode, useId, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { addressOf } from '../../runtime/client/actions.ts'
import { enumLabel } from '../../runtime/client/format.ts'
import { evaluateCel, evaluateValue, extendScope, type Scope } from '../../runtime/client/scope.ts'
import { resolveText } from '../../runtime/client/texts.ts'
import type { Cel, Format, Node } from '../../runtime/core/documents.ts'
import { ActionRow } from '../ActionButton.tsx'
import { EmptyNotice } from '../EmptyNotice.tsx'
import { EnumPill, FormattedValue, imageAddress } from '../FormattedValue.tsx'
import { Heading } from '../Heading.tsx'
import { useInnerLevel } from '../HeadingContext.ts'
import { ListedTitleContext } from '../ListedTitle.ts'
import type { NodeProps } from '../NodeList.tsx'
import { ScopeContext, useScope } from '../ScreenContext.ts'
import { SourceFrame } from '../SourceFrame.tsx'
import { textOf, useScoped } from '../useScoped.ts'
import { AppLink } from '../widgets/light/AppLink.tsx'
import { Cover } from '../widgets/light/Cover.tsx'
import { joinClasses } from '../widgets/light/joinClasses.ts'
import { LazyImage } from '../widgets/light/LazyImage.tsx'
import { Pagination } from '../widgets/light/Pagination.tsx'
import { Skeleton } from '../widgets/light/Skeleton.tsx'

type CardPart = Extract<Node, { node: 'cards' }>['card']

interface Face {
  key: string
  title: string
  mark: unknown
  image: string | null
  to: string
  badge: { value: unknown; enumId?: string } | null
  tags: { value: unknown; enumId?: string }[]
  lines: { label: string; value: unknown; format?: Format }[]
  footer: string
  item: unknown
}

/** A list of cards: 16:9 cover (generated from the title when the row has none), status on the cover, tags, facts, and pagination. */
export default function CardsNode({ node }: NodeProps<'cards'>): ReactNode {
  return (
    <SourceFrame reads={node.items} skeleton={<Skeleton cards={node.columns ?? 3} />}>
      <List node={node} />
    </SourceFrame>
  )
}

function List({ node }: NodeProps<'cards'>): ReactNode {
  const faces = useScoped((scope) => {
    const rows = evaluateCel(node.items, scope)
    return (Array.isArray(rows) ? rows : []).map((item, index) => faceOf(node.card, extendScope(scope, { item, row: item }), item, index))
  })
  if (faces.length === 0) return <EmptyNotice empty={node.empty} />
  return (
    <>
      <ul
        className={joinClasses('ag-cards', node.layout && `ag-cards--${node.layout}`)}
        style={{ '--ag-columns': node.columns ?? 3 } as CSSProperties}
      >
        {faces.map((face) => (
          <li key={face.key} className={node.layout === 'logos' ? 'ag-logo' : joinClasses('ag-card', face.to && 'ag-card--link')}>
            {node.layout === 'logos' ? (
              <LogoFace face={face} />
            ) : (
              <CardFace face={face} covered={node.card.image !== undefined} actions={node.card.actions} />
            )}
          </li>
        ))}
      </ul>
      {node.more && <More more={node.more} />}
    </>
  )
}

/** A picture that the title names, or the title alone. */
function LogoFace({ face: { image, title, to } }: { face: Face }): ReactNode {
  const shown = image ? <LazyImage className="ag-logo__picture" src={image} alt={title} fallback={title} /> : title
  return to ? (
    <AppLink className="ag-logo__face" to={to}>
      {shown}
    </AppLink>
  ) : (
    <span className="ag-logo__face">{shown}</span>
  )
}

function CardFace({ face, covered, actions }: { face: Face; covered: boolean; actions?: CardPart['actions'] }): ReactNode {
  const level = useInnerLevel()
  const titleId = useId()
  const badge = face.badge && face.badge.value !== null && face.badge.value !== undefined && (
    <span className="ag-card__badge">
      <Coded {...face.badge} />
    </span>
  )
  const tags = face.tags.filter(({ value }) => value !== null && value !== undefined && value !== '')
  return (
    <>
      {covered && (
        <div className="ag-card__cover">
          <Cover image={face.image} seed={face.title} />
          {badge}
        </div>
      )}
      <div className="ag-card__body">
        {face.mark !== null && <p className="ag-card__mark">{String(face.mark)}</p>}
        {(tags.length > 0 || (!covered && badge)) && (
          <span className="ag-tags">
            {!covered && badge}
            {tags.map((tag) => (
              <Coded key={`${tag.enumId} ${String(tag.value)}`} {...tag} plain />
            ))}
          </span>
        )}
        <Heading level={level} className="ag-card__title" id={titleId}>
          {face.to ? (
            <AppLink className="ag-cover-link" to={face.to}>
              {face.title}
            </AppLink>
          ) : (
            face.title
          )}
        </Heading>
        <Lines lines={face.lines} />
        {face.footer && <p className="ag-card__footer">{face.footer}</p>}
        {actions && (
          <ListedTitleContext value={titleId}>
            <CardActions item={face.item} actions={actions} />
          </ListedTitleContext>
        )}
      </div>
    </>
  )
}

function CardActions({ item, actions }: { item: unknown; actions: NonNullable<CardPart['actions']> }): ReactNode {
  const above = useScope()
  const scope = useMemo(() => extendScope(above, { item, row: item }), [above, item])
  return (
    <ScopeContext value={scope}>
      <ActionRow actions={actions} />
    </ScopeContext>
  )
}

// A line without a label is a remark; labelled ones stand in two columns. Lines without a value are left out.
function Lines({ lines }: { lines: Face['lines'] }): ReactNode {
  const filled = lines.filter(
    ({ value }) => value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
  )
  const remarks = filled.filter(({ label }) => !label)
  const facts = filled.filter(({ label }) => label)
  return (
    <>
      {remarks.map((line) => (
        <p key={String(line.value)} className="ag-card__remark">
          <FormattedValue value={line.value} format={line.format} />
        </p>
      ))}
      {facts.length > 0 && (
        <dl className="ag-card__facts">
          {facts.map((line) => (
            <div key={`${line.label} ${String(line.value)}`}>
              <dt>{line.label}</dt>
              <dd>
                <FormattedValue value={line.value} format={line.format} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}

function Coded({ value, enumId, plain }: { value: unknown; enumId?: string; plain?: boolean }): ReactNode {
  if (enumId && !plain) return <EnumPill enumId={enumId} code={value} />
  return <FormattedValue value={Array.isArray(value) ? value : [value]} format="tags" enumId={enumId} />
}

function More({ more }: { more: NonNullable<Extract<Node, { node: 'cards' }>['more']> }): ReactNode {
  const [search, setSearch] = useSearchParams()
  const total = Number(useScoped((scope) => evaluateCel(more.total, scope)) ?? 0)
  const page = Number(search.get(more.page) ?? 1)
  return (
    <Pagination
      page={page}
      size={more.size}
      total={total}
      onChange={(wanted) => {
        const next = new URLSearchParams(search)
        if (wanted === 1) next.delete(more.page)
        else next.set(more.page, String(wanted))
        setSearch(next)
      }}
    />
  )
}

function faceOf(card: CardPart, scope: ReturnType<typeof extendScope>, item: unknown, index: number): Face {
  const id = (item as { id?: unknown } | null)?.id
  return {
    key: String(id ?? index),
    title: resolveText(evaluateCel(card.title, scope)),
    mark: card.mark ? evaluateCel(card.mark, scope) : null,
    image: imageAddress(evaluateValue(card.image, scope)),
    to: card.to ? addressOf(card.to, scope) : '',
    badge: card.badge ? { value: evaluateCel(card.badge.value, scope), enumId: card.badge.enum } : null,
    tags: (card.tags ?? []).map((tag) => ({ value: evaluateCel(tag.value, scope), enumId: tag.enum })),
    lines: (card.lines ?? []).map((line) => ({
      label: textOf(line.label, scope),
      value: lineValue(line, scope),
      format: line.format,
    })),
    footer: textOf(card.footer, scope),
    item,
  }
}

/** A code reads as its label, without a colour: the card's state has one. */
function lineValue({ value, enum: enumId }: { value: Cel; enum?: string }, scope: Scope): unknown {
  const found = evaluateCel(value, scope)
  return enumId && found !== null ? enumLabel(enumId, found) : found
}
