import { Button } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { useApi, useSubmit } from '#api/useApi.ts'
import type { Input, Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { Problem } from '#ui/form/Problem.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import type { TableColumn } from '#ui/table/Table.tsx'

type HistoryInput = Input<ApiContract['GET /staff/site/history']>
type Line = Output<ApiContract['GET /staff/site/history']>['list'][number]

/** Change history with restoring. `seen` counts the changes made on the screen itself. */
export function SiteHistory({
  objectType,
  seen,
  done,
}: Pick<HistoryInput, 'objectType'> & { seen: unknown; done: () => void }) {
  const [query] = useSearchParams()
  const [times, setTimes] = useState(0)
  return (
    <section className="desk-card">
      <h2>修改记录</h2>
      <Lines
        key={`${JSON.stringify(seen)} ${times}`}
        input={{ objectType, pageSize: 8, pageNum: Number(query.get('pageNum') ?? 1) || 1 }}
        done={() => {
          setTimes(count => count + 1)
          done()
        }}
      />
    </section>
  )
}

function Lines({ input, done }: { input: HistoryInput; done: () => void }) {
  const answer = useApi('GET /staff/site/history', input)
  const { submit, busy, error } = useSubmit('POST /staff/site/restore')
  const restore = async (id: number) => {
    if (await submit({ id })) done()
  }
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
