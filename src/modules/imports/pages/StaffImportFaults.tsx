import { Button, Input } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { useApi, useSubmit } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import { Problem } from '#ui/form/Problem.tsx'
import { SaveButton } from '#ui/form/SaveButton.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { useFilters } from '#ui/table/useFilters.ts'
import type { Batch } from './StaffImport.tsx'

type Props = { batch: Batch; changed: () => void }
type Fault = Output<ApiContract['GET /staff/import/faults']>['list'][number]

/** Faults by cell, to be corrected here or in the downloaded workbook, which has them marked. */
export function StaffImportFaults({ batch: { id, hasFile, writeTime }, changed }: Props) {
  const { pageNum, pageSize, heading, cause } = useFilters<{ heading?: string; cause?: string }>('heading', 'cause')
  const answer = useApi('GET /staff/import/faults', { id, heading, cause, pageNum, pageSize })
  const causes = useApi('GET /staff/import/causes', { id })
  // Kept from page to page, until they are sent.
  const [mended, mend] = useState<ReadonlyMap<number, { row: number; name: string; value: string }>>(new Map())
  const { submit, busy, error } = useSubmit('POST /staff/import/mend')
  const isOpen = hasFile && writeTime === null
  const type = ({ id, row, name }: Fault, value: string) => mend(new Map(mended).set(id, { row, name, value }))
  const send = async () => {
    if (await submit({ id, cells: [...mended.values()] })) changed()
  }
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
        columns={[
          { name: '单元格', cell: ({ cell }) => cell, nowrap: true },
          { name: '行', cell: ({ who }) => who || '—' },
          { name: '列', cell: ({ heading }) => heading || '整行', nowrap: true },
          { name: '问题', cell: ({ message }) => message },
          ...(isOpen
            ? [
                {
                  name: '更正为',
                  cell: (fault: Fault) =>
                    fault.name ? (
                      <Input
                        aria-label={`${fault.cell} 更正为`}
                        maxLength={1000}
                        value={mended.get(fault.id)?.value ?? fault.said}
                        onChange={event => type(fault, event.target.value)}
                      />
                    ) : (
                      '请在表格里更正'
                    ),
                },
              ]
            : [{ name: '表中的值', cell: ({ said }: Fault) => said || '—' }]),
        ]}
        empty={{ title: '没有问题' }}
        unit="处"
      />
      {isOpen && (
        <>
          <Problem>{error?.message}</Problem>
          <p className="form-actions">
            <Button type="primary" disabled={mended.size === 0} loading={busy} onClick={() => void send()}>
              保存更正并重新检查（{mended.size}）
            </Button>
          </p>
        </>
      )}
    </section>
  )
}

type Cause = Output<ApiContract['GET /staff/import/causes']>[number]

/** Five hundred times the same is one thing to see to. */
const Causes = ({ of, chosen }: { of: readonly Cause[]; chosen: Partial<Pick<Cause, 'heading' | 'cause'>> }) =>
  of.length > 0 && (
    <ul className="import-causes" role="list" aria-label="按原因">
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
