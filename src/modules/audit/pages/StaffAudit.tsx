import './audit.css'
import { Alert, Button, Checkbox, Drawer } from 'antd'
import { useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { useApi, useSubmit } from '#api/useApi.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import type { Input, Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { States } from '#ui/States.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { listQuery } from '#ui/table/listQuery.ts'
import { Table } from '#ui/table/Table.tsx'
import type { Route } from './+types/StaffAudit'
import { AuditChain } from './AuditChain.tsx'

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

/** List of audit lines; a line's full content opens in a drawer with an address of its own. */
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

type Detail = Output<ApiContract['GET /staff/audit/detail']>
type Props = { id: number | null; close: () => void; changed: () => void }

function AuditLine({ id, close, changed }: Props) {
  const answer = useApi('GET /staff/audit/detail', id === null ? null : { id })
  return (
    <Drawer title="日志详情" open={id !== null} onClose={close} size="min(46rem, 100vw)" destroyOnHidden>
      <States answer={answer}>{detail => <Content key={detail.id} detail={detail} changed={changed} />}</States>
    </Drawer>
  )
}

const Content = ({ detail, changed }: { detail: Detail; changed: () => void }) => (
  <>
    <dl className="facts">
      {facts(detail).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
    {detail.changes.length > 0 && (
      <div className="audit-changes">
        <h3>修改前后</h3>
        <Table
          caption="修改前后"
          keyOf={({ name }) => name}
          rows={detail.changes}
          columns={[
            { name: '项目', cell: ({ name }) => name },
            { name: '修改前', cell: ({ before }) => <del>{before}</del> },
            { name: '修改后', cell: ({ after }) => <ins>{after}</ins> },
          ]}
        />
      </div>
    )}
    <Restoring detail={detail} changed={changed} />
  </>
)

const facts = (detail: Detail) =>
  [
    ['时间', minute(detail.at)],
    ['操作人', detail.actorName],
    ['操作', `${detail.groupName}：${detail.actionName}`],
    ['对象', <Subject key="subject" of={detail} />],
    ['来源地址', detail.address || '程序'],
    ['设备', detail.device || '—'],
    ...detail.detail.map(({ name, value }) => [name, value] as const),
    ['校验链', detail.sealNo === null ? '即将封存' : `第 ${detail.sealNo} 行`],
    ...(detail.hash ? ([['校验值（SM3）', <code key="hash">{detail.hash}</code>]] as const) : []),
  ] as const

function Restoring({ detail: { id, restorable, changedSince }, changed }: { detail: Detail; changed: () => void }) {
  const [overwrite, setOverwrite] = useState(false)
  const [done, setDone] = useState(false)
  const { submit, busy, error } = useSubmit('POST /staff/audit/restore')
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is done
  useEffect(() => {
    if (done) changed()
  }, [done])
  if (restorable === 'no') return null
  if (restorable === 'noPermission') return <p className="audit-note">恢复这一类记录需要维护它的权限。</p>
  return (
    <div className="audit-restore">
      {changedSince && (
        <Checkbox checked={overwrite} onChange={event => setOverwrite(event.target.checked)}>
          此后 {changedSince.by} 于 {minute(changedSince.at)} 又修改过同样的内容，仍然恢复
        </Checkbox>
      )}
      {error && <Alert type="error" role="alert" title={error.message} showIcon />}
      <div className="form-actions">
        <Button
          type="primary"
          loading={busy}
          disabled={changedSince !== null && !overwrite}
          onClick={async () => setDone((await submit({ id, overwrite })) !== undefined)}
        >
          恢复为修改前
        </Button>
      </div>
    </div>
  )
}

type SubjectProps = { of: { objectTypeName: string; objectName: string; route: string | null } }

function Subject({ of: { objectTypeName, objectName, route } }: SubjectProps) {
  const text = [objectTypeName, objectName].filter(Boolean).join('：')
  if (!text) return '—'
  return route ? <Link to={route}>{text}</Link> : text
}
