import { Button } from 'antd'
import { Fragment, type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { type Answer, useApi, useSubmit } from '#api/useApi.ts'
import type { Input, Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { Problem } from '#ui/form/Problem.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import type { TableColumn } from '#ui/table/Table.tsx'
import type { RecordType } from './recordCalls.ts'

type SiteObject = Input<ApiContract['GET /staff/site/history']>['objectType']
type Line = Output<ApiContract['GET /staff/site/history']>['list'][number]
/** `title`: where a screen has several histories. */
type Watched = { seen: unknown; done: () => void; title?: string }

/** Change history with restoring. `seen` counts the changes made on the screen itself. */
export function SiteHistory({ objectType, ...watched }: { objectType: SiteObject } & Watched) {
  return <History {...watched}>{(input, done) => <SiteLines input={{ objectType, ...input }} done={done} />}</History>
}

/** The same for a type of record, for whoever keeps it. `objectId`: of one record. */
export function RecordHistory({ type, objectId, ...watched }: { type: RecordType; objectId?: number } & Watched) {
  return (
    <History {...watched}>{(input, done) => <RecordLines input={{ type, objectId, ...input }} done={done} />}</History>
  )
}

type Page = { pageSize: number; pageNum: number }

function History({
  seen,
  done,
  title = '修改记录',
  children,
}: Watched & { children: (page: Page, done: () => void) => ReactNode }) {
  const [query] = useSearchParams()
  const [times, setTimes] = useState(0)
  return (
    <section className="desk-card">
      <h2>{title}</h2>
      <Fragment key={`${JSON.stringify(seen)} ${times}`}>
        {children({ pageSize: 8, pageNum: Number(query.get('pageNum') ?? 1) || 1 }, () => {
          setTimes(count => count + 1)
          done()
        })}
      </Fragment>
    </section>
  )
}

type LinesProps<I> = { input: I; done: () => void }

function SiteLines({ input, done }: LinesProps<Input<ApiContract['GET /staff/site/history']>>) {
  const answer = useApi('GET /staff/site/history', input)
  const { submit, ...state } = useSubmit('POST /staff/site/restore')
  return <Lines answer={answer} restore={async id => (await submit({ id })) && done()} {...state} />
}

function RecordLines({ input, done }: LinesProps<Input<ApiContract['GET /staff/record/history']>>) {
  const answer = useApi('GET /staff/record/history', input)
  const { submit, ...state } = useSubmit('POST /staff/record/restore')
  return <Lines answer={answer} restore={async id => (await submit({ type: input.type, id })) && done()} {...state} />
}

type ShownLines = {
  answer: Answer<Output<ApiContract['GET /staff/site/history']>>
  restore: (id: number) => Promise<unknown>
  busy: boolean
  error?: { message: string }
}

function Lines({ answer, restore, busy, error }: ShownLines) {
  const columns: TableColumn<Line>[] = [
    { name: '时间', cell: ({ at }) => minute(at), nowrap: true },
    { name: '操作人', cell: ({ actorName }) => actorName, nowrap: true, width: '7rem' },
    { name: '对象', cell: ({ act, objectName }) => `${act} ${objectName}` },
    { name: '内容', cell: ({ changes }) => <Changes changes={changes} /> },
    {
      name: '恢复',
      width: '7rem',
      cell: ({ id, canRestore, objectName, at }) =>
        canRestore && (
          <Button disabled={busy} onClick={() => void restore(id)}>
            恢复<span className="hidden-text">{`${objectName} 到 ${minute(at)} 之前`}</span>
          </Button>
        ),
    },
  ]
  return (
    <>
      <Problem>{error?.message}</Problem>
      <DataTable caption="修改记录" columns={columns} answer={answer} unit="条" empty={{ title: '还没有修改过' }} />
    </>
  )
}

/** Additions and deletions have nothing to compare. */
const Changes = ({ changes }: Pick<Line, 'changes'>) => (
  <ul role="list" className="site-changes">
    {changes
      .filter(({ before, after }) => before !== after)
      .map(({ name, before, after }) => (
        <li key={name}>
          {name}：{before === null ? after : `${before} → ${after}`}
        </li>
      ))}
  </ul>
)
