import { Button } from 'antd'
import { Link, useSearchParams } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import type { Input, Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { DataTable } from '#ui/table/DataTable.tsx'
import { listQuery } from '#ui/table/listQuery.ts'
import type { Route } from './+types/StaffAudit'
import { AuditChain } from './AuditChain.tsx'
import { AuditLine } from './AuditLine.tsx'
import { Subject } from './Subject.tsx'
import './audit.css'

export { staffAudit as handle } from './screens.ts'

type Filters = Input<ApiContract['GET /staff/audit/list']>

export const clientLoader = listLoader(async (api, { query }) => {
  const { pageNum, pageSize, ...filters } = listQuery<Filters>(query, ...FILTERS)
  const [page, options] = await Promise.all([
    api('GET /staff/audit/list', { ...filters, pageNum, pageSize }),
    api('GET /staff/audit/options', {}),
  ])
  return { filters, page, options }
})

type Row = Output<ApiContract['GET /staff/audit/list']>['list'][number]

const FILTERS = ['from', 'to', 'actor', 'group', 'objectType', 'objectId', 'words', 'address'] as const

/** Who did what to what, when and from where; a line's whole content is in the drawer that its address opens. */
export default function StaffAudit({ loaderData }: Route.ComponentProps) {
  const { filters } = loaderData
  const answer = useLoaded(loaderData.page)
  const options = useLoaded(loaderData.options)
  const [query, setQuery] = useSearchParams()
  const line = Number(query.get('line')) || null
  const change = (edit: (next: URLSearchParams) => void) => {
    const next = new URLSearchParams(query)
    edit(next)
    setQuery(next, { preventScrollReset: true })
  }
  return (
    <>
      <section className="desk-card">
        {filters.objectType && (
          <p className="audit-about">
            只看一条记录的日志
            <Button onClick={() => change(withoutObject)}>看全部</Button>
          </p>
        )}
        <DataTable<Row>
          caption="审计日志"
          answer={answer}
          unit="行"
          save={() => saveFile('GET /staff/audit/export', filters)}
          empty={{ title: '还没有记录' }}
          filters={[
            { name: 'from', label: '从', kind: 'day' },
            { name: 'to', label: '到', kind: 'day' },
            { name: 'actor', label: '操作人', kind: 'text' },
            { name: 'group', label: '类别', options: options.data?.groups ?? [] },
            { name: 'words', label: '内容', kind: 'text' },
            { name: 'address', label: '来源地址', kind: 'text', seldom: true },
          ]}
          columns={[
            { name: '时间', cell: row => minute(row.at), nowrap: true },
            { name: '操作人', cell: row => row.actorName },
            {
              name: '操作',
              cell: row => (
                <Link to={`?${withLine(query, row.id)}`} preventScrollReset>
                  {row.actionName}
                </Link>
              ),
            },
            { name: '对象', cell: row => <Subject of={row} /> },
            { name: '来源', cell: row => [row.address, row.device].filter(Boolean).join('，') || '程序' },
          ]}
        />
      </section>
      <AuditChain />
      <AuditLine
        id={line}
        close={() => change(next => next.delete('line'))}
        changed={() => {
          change(next => next.delete('line'))
          answer.reload()
        }}
      />
    </>
  )
}

function withoutObject(next: URLSearchParams) {
  next.delete('objectType')
  next.delete('objectId')
}

function withLine(query: URLSearchParams, id: number) {
  const next = new URLSearchParams(query)
  next.set('line', String(id))
  return next
}
