import { Button, Select } from 'antd'
import { useState } from 'react'
import { useApi, useSubmit } from '#api/useApi.ts'
import { Problem } from '#ui/form/Problem.tsx'
import { Table } from '#ui/table/Table.tsx'
import type { Batch } from './StaffImport.tsx'

type Props = { batch: Batch; changed: () => void }

/** Words that are none of the choices: said once what each means, for all rows and for later sheets. */
export function StaffImportUnknown({ batch: { id }, changed }: Props) {
  const { data: unknown = [] } = useApi('GET /staff/import/unknown', { id })
  const [chosen, choose] = useState<Record<string, string>>({})
  const { submit, busy, error } = useSubmit('POST /staff/import/mean')
  if (unknown.length === 0) return null
  const keyOf = ({ name, value }: (typeof unknown)[number]) => `${name} ${value}`
  const meanings = unknown.flatMap(one => {
    const code = chosen[keyOf(one)]
    return code ? [{ name: one.name, value: one.value, code }] : []
  })
  const apply = async () => {
    if (await submit({ id, meanings })) changed()
  }
  return (
    <section className="desk-card">
      <h2>不在可选值之中的值</h2>
      <p>每个值选一次，对全部的行有效；以后导入同一种数据时也记得。</p>
      <Table
        caption="不在可选值之中的值"
        rows={unknown}
        keyOf={keyOf}
        columns={[
          { name: '列', cell: ({ heading }) => heading, nowrap: true },
          { name: '表中的值', cell: ({ value }) => value },
          { name: '处数', isFigure: true, cell: ({ count }) => count },
          {
            name: '对应为',
            cell: one => (
              <Select
                aria-label={`“${one.value}”对应为`}
                className="import-meaning"
                showSearch={{ optionFilterProp: 'label' }}
                placeholder="请选择"
                value={chosen[keyOf(one)]}
                options={one.options.map(({ code, name }) => ({ value: code, label: name }))}
                onChange={code => choose({ ...chosen, [keyOf(one)]: code })}
              />
            ),
          },
        ]}
      />
      <Problem>{error?.message}</Problem>
      <p className="form-actions">
        <Button type="primary" disabled={meanings.length === 0} loading={busy} onClick={() => void apply()}>
          按此对应并重新检查（{meanings.length}）
        </Button>
      </p>
    </section>
  )
}
