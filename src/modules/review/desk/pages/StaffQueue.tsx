import { useState } from 'react'
import { replace } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { saveFile } from '#api/file.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import { useStaff } from '#layouts/staff/staff.ts'
import { permissionAt } from '#modules/review/workflow.ts'
import { KeysHelp } from '#ui/keys/KeysHelp.tsx'
import { KeysHint } from '#ui/keys/KeysHint.tsx'
import { useRowKeys } from '#ui/keys/useRowKeys.ts'
import { SavedViews } from '#ui/register/SavedViews.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { useSelection } from '#ui/table/useSelection.ts'
import { useSwitch } from '#ui/useSwitch.ts'
import type { Route } from './+types/StaffQueue'
import { type Decision, QUEUE, queueQuery, type Row } from './caseDecisions.ts'
import { queueColumns } from './queueColumns.tsx'
import { useQueueFilters } from './queueFilters.ts'
import { StaffBulk } from './StaffBulk.tsx'
import { StaffDecideRow } from './StaffDecide.tsx'
import { LastDecided, useLastDecision } from './StaffUndo.tsx'
import '#ui/form/form.css'
import './desk.css'

export { staffQueue as handle } from '#modules/review/pages/screens.ts'

export const clientLoader = listLoader(async (api, { query }) => {
  const { filters, search, pageNum, pageSize } = queueQuery(query)
  const [page, counts, views] = await Promise.all([
    api('GET /staff/review/list', { ...filters, pageNum, pageSize }),
    api('GET /staff/review/counts', filters),
    api('GET /staff/view/list', { register: 'application' }),
  ])
  const usual = views.views.find(({ isDefault }) => isDefault)
  if (query.size === 0 && usual?.query) throw replace(`${QUEUE}?${usual.query}`)
  return { filters, search, views, page, counts }
})

type PendingDecision = { row: Row; action: Decision }

/** Queue of all applications, by default those waiting for this desk, longest waiting first. */
export default function StaffQueue({ loaderData }: Route.ComponentProps) {
  const { filters, search, views, counts } = loaderData
  const { permissions } = useStaff()
  const answer = useLoaded(loaderData.page)
  const [asking, setAsking] = useState<PendingDecision>()
  const [opinion, setOpinion] = useState('')
  const [last, setLast] = useState(useLastDecision())
  const [helping, setHelping] = useState(false)
  const [keysOn, turnKeys] = useSwitch('desk-keys', true)
  const rows = answer.data.list
  const selection = useSelection<Row>({
    rows,
    filters,
    keyOf: ({ id }) => id,
    nameOf: ({ title, kindName }) => `${kindName} ${title}`,
    pageOf: asked => browserApi('GET /staff/review/list', { ...filters, ...asked }),
  })
  const changed = () => {
    answer.reload()
    selection.clear()
  }
  const ask = (id: number, action: Decision) => {
    const row = rows.find(one => one.id === id)
    if (!row || !permissions.includes(permissionAt(row.status) ?? '')) return
    setOpinion('')
    setAsking({ row, action })
  }
  useRowKeys(keysOn, {
    withRow: { a: id => ask(id, 'pass'), r: id => ask(id, 'return'), x: selection.toggle },
    help: () => setHelping(true),
  })
  return (
    <>
      <SavedViews
        register="application"
        answer={{ data: views, reload: answer.reload }}
        usual={usualViews(counts)}
        current={search.slice(1) || 'status=mine'}
        asDefault="打开审核台时默认使用"
      />
      <LastDecided last={last} />
      <section className="desk-card queue">
        <h2 className="hidden-text">申请列表</h2>
        <DataTable
          caption="申请"
          answer={answer}
          columns={queueColumns(search)}
          filters={useQueueFilters(counts)}
          save={() => saveFile('GET /staff/review/export', filters)}
          selection={selection}
          isOneLine
          unit="份"
          empty={{ title: '没有等待您处理的申请', children: <p>新的申请提交后会出现在这里。</p> }}
        />
        <KeysHint help={() => setHelping(true)}>
          <kbd>J</kbd> <kbd>K</kbd> 上下移动，<kbd>Enter</kbd> 打开，<kbd>A</kbd> 通过，<kbd>R</kbd> 退回，
          <kbd>X</kbd> 选择
        </KeysHint>
      </section>
      <StaffBulk rows={selection.rows} onDone={changed} onClear={selection.clear} />
      {asking && (
        <StaffDecideRow
          of={asking.row}
          action={asking.action}
          opinion={opinion}
          onOpinion={setOpinion}
          onClose={() => setAsking(undefined)}
          onConflict={() => {
            setAsking(undefined)
            changed()
          }}
          onDone={name => {
            const { id, title } = asking.row
            setAsking(undefined)
            setLast({ id, title, name })
            changed()
          }}
        />
      )}
      {helping && <KeysHelp keys={KEYS} on={keysOn} turn={turnKeys} onClose={() => setHelping(false)} />}
    </>
  )
}

/** Built-in views with their counts. */
const usualViews = ({ mine, assigned, overdue, open }: Route.ComponentProps['loaderData']['counts']) => [
  { name: '待我处理', query: 'status=mine', n: mine },
  { name: '由我负责', query: 'status=open&assignee=me', n: assigned },
  { name: '已逾期', query: 'status=open&overdue=1', n: overdue },
  { name: '进行中', query: 'status=open', n: open },
  { name: '全部', query: 'status=all' },
]

const KEYS: [string, string][] = [
  ['J', '移到下一行'],
  ['K', '移到上一行'],
  ['Enter 或 O', '打开所在行的申请'],
  ['A', '通过所在行的申请，再按 Enter 确认'],
  ['R', '退回所在行的申请'],
  ['X', '选择或取消选择所在行'],
  ['?', '打开这份说明'],
]
