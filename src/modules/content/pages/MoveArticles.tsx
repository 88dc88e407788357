import { Button, Select } from 'antd'
import { useState } from 'react'
import { useSubmit } from '#api/useApi.ts'
import { Field } from '#ui/form/Field.tsx'
import type { Column } from './StaffCatalogues.tsx'

type Props = { column: Column; columns: Column[]; done: () => void }

/** A column can be deleted when its articles have gone to another. */
export function MoveArticles({ column, columns, done }: Props) {
  const { submit, busy, error } = useSubmit('POST /staff/catalogue/moveArticles')
  const [to, setTo] = useState<number>()
  const move = async () => {
    if (await submit({ id: column.id, to: to ?? 0 })) done()
  }
  const lists = columns.filter(({ id, values }) => id !== column.id && values.type === '列表')
  return (
    <>
      <p>里面还有 {column.articles} 篇文章（含草稿和回收站），须先移到别的栏目。</p>
      <Field name="to" label="移到" required error={error && (to === undefined ? '请选择栏目' : error.message)}>
        {described => (
          <Select
            {...described}
            value={to}
            placeholder="请选择"
            showSearch={{ optionFilterProp: 'label' }}
            options={lists.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={setTo}
          />
        )}
      </Field>
      <p>
        <Button loading={busy} onClick={() => void move()}>
          移走文章
        </Button>
      </p>
    </>
  )
}
