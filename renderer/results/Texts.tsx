import { type ReactNode, useState } from 'react'
import { shortMoment } from '../../runtime/client/format.ts'
import { translate } from '../../runtime/client/texts.ts'
import type { AnswerTexts, QuestionStatistics } from '../../runtime/core/statistics/AnswerStatistics.ts'
import { SearchBox } from '../SearchBox.tsx'
import { SourceFailure } from '../SourceFrame.tsx'
import { useAsked } from '../useAsked.ts'
import { Button } from '../widgets/light/Button.tsx'
import { Pagination } from '../widgets/light/Pagination.tsx'
import { Skeleton } from '../widgets/light/Skeleton.tsx'
import { withheldText } from './words.ts'

const PAGE = 10

interface TextsProps {
  question: QuestionStatistics
  call: string
  params: Record<string, unknown>
  title: string
}

/** Text answers, newest first, with search and pagination. Loaded when the person opens them. */
export function Texts(props: TextsProps): ReactNode {
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <OpenTexts {...props} />
  return (
    <div>
      <Button
        size="small"
        aria-label={`${translate('results.texts.read')}${translate('kernel.filter.colon')}${props.title}`}
        onClick={() => setOpen(true)}
      >
        {translate('results.texts.read')}
      </Button>
    </div>
  )
}

function OpenTexts({ question, call, params }: TextsProps): ReactNode {
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  const {
    state: { data, error },
    reload,
  } = useAsked<AnswerTexts>(call, {
    ...params,
    texts: question.key,
    pageNum: page,
    pageSize: PAGE,
    ...(search ? { search } : {}),
  })
  const placeholder = translate('results.texts.search')
  return (
    <div className="ag-results__texts">
      <SearchBox
        placeholder={{ zh: placeholder, en: placeholder }}
        value={search}
        onSearch={(text) => {
          setSearch(text)
          setPage(1)
        }}
      />
      {error && <SourceFailure error={error} retry={() => void reload()} />}
      {!data && !error && <Skeleton lines={4} />}
      {data?.withheld && <p className="ag-results__note">{withheldText(data.withheld, null)}</p>}
      {data && !data.withheld && data.total === 0 && <p className="ag-results__note">{translate('results.texts.none')}</p>}
      <ul>
        {data?.list.map(({ text, at }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: texts have no identity but their place
          <li key={index}>
            <p>{text}</p>
            {at && <time dateTime={at}>{shortMoment(at)}</time>}
          </li>
        ))}
      </ul>
      {data && <Pagination page={page} size={PAGE} total={data.total} onChange={setPage} />}
    </div>
  )
}
