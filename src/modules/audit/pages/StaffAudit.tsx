import './audit.css'
import { Alert, Button, Checkbox, Drawer } from 'antd'
import { useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { useApi, useSubmit } from '#api/useApi.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import type { Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { RegisterTable } from '#ui/register/RegisterTable.tsx'
import { registerFilters } from '#ui/register/registerFilters.ts'
import { States } from '#ui/States.tsx'
import { Table } from '#ui/table/Table.tsx'
import { auditFilters } from '../auditFilters.ts'
import type { Route } from './+types/StaffAudit'
import { AuditChain } from './AuditChain.tsx'
import { auditLog } from './registers.ts'

export { staffAudit as handle } from './screens.ts'

export const clientLoader = listLoader(async (api, { query }) => {
  const [loaded, { groups }] = await Promise.all([auditLog.load(api, { query }), api('GET /staff/audit/options', {})])
  return { loaded, groups }
})

/** List of audit lines; a line's full content opens in a drawer with an address of its own. */
export default function StaffAudit({ loaderData: { loaded, groups } }: Route.ComponentProps) {
  const { reload } = useLoaded(loaded)
  const [query, setQuery] = useSearchParams()
  const line = Number(query.get('line')) || null
  const without = (...names: string[]) => {
    const next = new URLSearchParams(query)
    for (const name of names) next.delete(name)
    setQuery(next, { preventScrollReset: true })
  }
  const isAboutRecord = loaded.asked.objectType !== undefined
  return (
    <>
      <RegisterTable
        of={auditLog}
        loaded={loaded}
        unit="行"
        filters={registerFilters(auditFilters, { group: groups, objectType: [], objectId: [] })}
        empty={{ title: '还没有记录' }}
        above={
          isAboutRecord && (
            <p className="audit-about">
              只看一条记录的日志
              <Button onClick={() => without('objectType', 'objectId')}>看全部</Button>
            </p>
          )
        }
        cells={{
          objectName: ({ objectName, route }) => (route ? <Link to={route}>{objectName}</Link> : objectName),
        }}
      />
      <AuditChain />
      <AuditLine
        id={line}
        close={() => without('line')}
        changed={() => {
          without('line')
          reload()
        }}
      />
    </>
  )
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
