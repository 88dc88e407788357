import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { useApi } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import { SaveButton } from '#ui/form/SaveButton.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { useFilters } from '#ui/table/useFilters.ts'
import type { Batch } from './StaffImport.tsx'

/** What is wrong with which cell; and the same in the workbook itself, to be mended there. */
export function StaffImportFaults({ batch: { id, hasFile } }: { batch: Batch }) {
  const { pageNum, pageSize, heading, cause } = useFilters<{ heading?: string; cause?: string }>('heading', 'cause')
  const answer = useApi('GET /staff/import/faults', { id, heading, cause, pageNum, pageSize })
  const causes = useApi('GET /staff/import/causes', { id })
  return (
    <section className="desk-card">
      <h2>需要更正的单元格</h2>
      {hasFile && (
        <p className="form-actions">
          <SaveButton save={() => saveFile('GET /staff/import/errors', { id, rows: 'all' })}>
            下载标注后的表格
          </SaveButton>
          <SaveButton save={() => saveFile('GET /staff/import/errors', { id, rows: 'bad' })}>
            只下载有问题的行
          </SaveButton>
        </p>
      )}
      <Causes of={causes.data ?? []} chosen={{ heading, cause }} />
      <DataTable
        caption="需要更正的单元格"
        answer={answer}
        keyOf={fault => fault.id}
        columns={[
          { name: '单元格', cell: ({ cell }) => cell, nowrap: true },
          { name: '列', cell: ({ heading }) => heading || '整行', nowrap: true },
          { name: '问题', cell: ({ message }) => message },
        ]}
        empty={{ title: '没有问题' }}
        unit="处"
      />
    </section>
  )
}

type Cause = Output<ApiContract['GET /staff/import/causes']>[number]

/** Five hundred times the same is one thing to see to. */
const Causes = ({ of, chosen }: { of: readonly Cause[]; chosen: Partial<Pick<Cause, 'heading' | 'cause'>> }) =>
  of.length > 0 && (
    <ul className="import-causes" aria-label="按原因">
      {of.map(({ heading, cause, count, firstRow }) => {
        const isChosen = cause === chosen.cause && heading === (chosen.heading ?? '')
        const search = new URLSearchParams({ ...(heading && { heading }), cause }).toString()
        return (
          <li key={heading + cause}>
            <Link to={{ search: isChosen ? '' : search }} aria-current={isChosen || undefined} preventScrollReset>
              <b>{count} 处</b>
              {heading || '整行'}：{cause}（自第 {firstRow} 行起）
            </Link>
          </li>
        )
      })}
    </ul>
  )
