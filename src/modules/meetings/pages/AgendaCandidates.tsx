import { Button } from 'antd'
import { Link } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { announce } from '#api/session.ts'
import { useApi, useSubmit } from '#api/useApi.ts'
import type { Input } from '#lib/contract.ts'
import { shortDay } from '#lib/dates.ts'
import { Problem } from '#ui/form/Problem.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { useFilters } from '#ui/table/useFilters.ts'
import { useSelection } from '#ui/table/useSelection.ts'
import { ItemNotes } from './ItemNotes.tsx'
import type { Parts } from './StaffMeeting.tsx'

/** Lists applications that wait for a meeting and are on no agenda; selected ones are added to this agenda. */
export function AgendaCandidates({ of, changed }: Parts) {
  const { key, pageNum, pageSize } = useFilters<Input<ApiContract['GET /staff/meeting/candidates']>>('key')
  const answer = useApi('GET /staff/meeting/candidates', { key, pageNum, pageSize })
  const selection = useSelection({
    rows: answer.data?.list ?? [],
    filters: { key },
    keyOf: ({ applicationId }) => applicationId,
    nameOf: ({ title }) => title,
    pageOf: page => browserApi('GET /staff/meeting/candidates', { key, ...page }),
  })
  const chosen = selection.keys
  const { submit, busy, error } = useSubmit('POST /staff/meeting/items')
  const add = async () => {
    const items = [
      ...of.agenda.map(({ itemId }) => ({ itemId })),
      ...chosen.map(applicationId => ({ applicationId: Number(applicationId) })),
    ]
    if (!(await submit({ id: of.id, version: of.version, items }))) return
    announce(`已选入 ${chosen.length} 份申请`)
    selection.clear()
    changed()
    answer.reload()
  }
  return (
    <section className="desk-card">
      <h2>待审议的申请</h2>
      <Problem>{error?.message}</Problem>
      <DataTable
        caption="待审议的申请"
        answer={answer}
        keyOf={({ applicationId }) => applicationId}
        unit="份"
        empty={{ title: '没有待审议的申请', children: <p>复审通过的申请会出现在这里。</p> }}
        filters={[{ name: 'key', label: '申请人', kind: 'text' }]}
        selection={selection}
        actions={
          <Button disabled={chosen.length === 0} loading={busy} onClick={() => void add()}>
            {chosen.length ? `选入议程（${chosen.length} 份）` : '选入议程'}
          </Button>
        }
        columns={[
          {
            name: '申请人',
            cell: ({ applicationId, title, notes }) => (
              <>
                <Link to={`/staff/review/${applicationId}`}>{title}</Link>
                <ItemNotes notes={notes} />
              </>
            ),
          },
          { name: '事项', cell: ({ kindName }) => kindName, nowrap: true },
          { name: '编号', cell: ({ number }) => number, nowrap: true },
          { name: '等待自', cell: ({ since }) => shortDay(since), nowrap: true },
        ]}
      />
    </section>
  )
}
