import { saveFile } from '#api/file.ts'
import { useApi } from '#api/useApi.ts'
import { SaveButton } from '#ui/form/SaveButton.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { useFilters } from '#ui/table/useFilters.ts'
import type { Batch } from './StaffImport.tsx'

/** What is wrong with which cell; and the same in the workbook itself, to be mended there. */
export function StaffImportFaults({ batch: { id, hasFile } }: { batch: Batch }) {
  const { pageNum } = useFilters()
  const answer = useApi('GET /staff/import/faults', { id, pageNum, pageSize: 20 })
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
