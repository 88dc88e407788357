import { Button, Checkbox, Select } from 'antd'
import { useState } from 'react'
import type { ApiContract } from '#api/contract.ts'
import { useApi, useSubmit } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import { Problem } from '#ui/form/Problem.tsx'
import { Table } from '#ui/table/Table.tsx'
import type { Batch } from './StaffImport.tsx'

type Layout = Output<ApiContract['GET /staff/import/layout']>
type Column = Layout['columns'][number]
type Props = { batch: Batch; changed: () => void }

/** What of the file is read and what is not, to be read before anything is written. */
export const StaffImportFound = ({ batch: { found } }: Pick<Props, 'batch'>) =>
  found && (
    <div className="import-found">
      <section>
        <h3>会读取</h3>
        <ul>
          {found.used.map(line => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </section>
      <section data-unused>
        <h3>不会读取</h3>
        {found.unused.length === 0 && <p>没有，文件里的内容都会读取。</p>}
        <ul>
          {found.unused.map(line => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </section>
    </div>
  )

/** Which sheet, which row of headings, and what each column is: proposed, and changed here. */
export function StaffImportLayout({ batch: { id, status }, changed }: Props) {
  const [isOpen, open] = useState(status === 'failed')
  return (
    <details open={isOpen} onToggle={event => open(event.currentTarget.open)}>
      <summary>改动工作表、列名所在的行或各列的对应</summary>
      {isOpen && <Choose id={id} changed={changed} />}
    </details>
  )
}

function Choose({ id, changed }: { id: number; changed: () => void }) {
  const [place, setPlace] = useState<{ sheet?: string; heading?: number }>({})
  const { data: layout, error } = useApi('GET /staff/import/layout', { id, ...place })
  if (!layout) return error ? <Problem>{error.message}</Problem> : <p role="status">正在读取表格…</p>
  return (
    <>
      <div className="import-layout-place">
        <label htmlFor="import-sheet">
          工作表
          <Select
            id="import-sheet"
            aria-label="工作表"
            value={layout.sheet}
            options={layout.sheets.map(({ name, label }) => ({ value: name, label }))}
            onChange={sheet => setPlace({ sheet, heading: 1 })}
          />
        </label>
        <label htmlFor="import-heading">
          列名所在的行
          <Select
            id="import-heading"
            aria-label="列名所在的行"
            value={layout.heading || undefined}
            placeholder="请选择"
            options={layout.rows.map(({ row, text }) => ({
              value: row,
              label: `第 ${row} 行：${text || '（内容只有上传的人看得到）'}`,
            }))}
            onChange={heading => setPlace({ sheet: layout.sheet, heading })}
          />
        </label>
      </div>
      {layout.heading > 0 && (
        <Columns key={`${layout.sheet} ${layout.heading}`} id={id} layout={layout} changed={changed} />
      )}
    </>
  )
}

function Columns({ id, layout, changed }: { id: number; layout: Layout; changed: () => void }) {
  const [chosen, choose] = useState<Record<number, string>>({})
  const [skipHidden, setSkipHidden] = useState(layout.skipHidden)
  const { submit, busy, error } = useSubmit('POST /staff/import/layout')
  const nameOf = ({ place, name }: Column) => chosen[place] ?? name
  const used = new Set(layout.columns.map(nameOf))
  const missing = layout.fields.filter(({ name, required }) => required && !used.has(name))
  const labelOf = (name: string) => layout.fields.find(one => one.name === name)?.label ?? ''
  const options = [
    { value: '', label: '不导入' },
    ...layout.fields.map(({ name, label, required }) => ({
      value: name,
      label: `${label}${required ? '（必填）' : ''}`,
    })),
  ]
  const send = async () => {
    const columns = layout.columns.map(column => ({ place: column.place, name: nameOf(column) }))
    if (await submit({ id, sheet: layout.sheet, heading: layout.heading, columns, skipHidden })) changed()
  }
  return (
    <>
      <Table
        caption="各列是什么"
        rows={layout.columns.filter(({ heading, sample }) => heading || sample)}
        keyOf={({ place }) => place}
        columns={[
          { name: '列', cell: ({ letter }) => letter, nowrap: true },
          { name: '列名', cell: ({ heading }) => heading || '—' },
          { name: '内容举例', cell: ({ sample }) => sample || '—' },
          {
            name: '导入为',
            cell: column => (
              <>
                <Select
                  aria-label={`${column.letter} 列“${column.heading}”导入为`}
                  className="import-meaning"
                  showSearch={{ optionFilterProp: 'label' }}
                  value={nameOf(column)}
                  options={options}
                  onChange={name => choose({ ...chosen, [column.place]: name })}
                />
                {column.likely && !nameOf(column) && <small>看内容可能是“{labelOf(column.likely)}”</small>}
              </>
            ),
          },
          { name: '依据', cell: column => (chosen[column.place] === undefined ? column.how || '—' : '您的选择') },
        ]}
      />
      {layout.hiddenRows > 0 && (
        <Checkbox checked={skipHidden} onChange={event => setSkipHidden(event.target.checked)}>
          不导入筛选或手工隐藏的 {layout.hiddenRows} 行
        </Checkbox>
      )}
      {missing.length > 0 && <p role="alert">还没有对应的必填项：{missing.map(({ label }) => label).join('、')}</p>}
      <Problem>{error?.message}</Problem>
      <p className="form-actions">
        <Button type="primary" loading={busy} disabled={missing.length > 0} onClick={() => void send()}>
          按此读取并重新检查
        </Button>
      </p>
    </>
  )
}
