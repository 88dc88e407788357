import { Button, Select } from 'antd'
import { useState } from 'react'
import type { FormValues } from '#lib/form/form.ts'
import type { Desk } from './StaffRoles.tsx'

/** A new role begins as a copy: of a template, or of one that is there. */
export function NewRole({ desk, start }: { desk: Desk; start: (values: FormValues) => void }) {
  const [from, choose] = useState('')
  const begin = () => {
    const copied = desk.list.find(({ code }) => from === `role ${code}`)
    const template = desk.templates.find(({ code }) => from === `template ${code}`)
    const what = copied?.values ?? { permissions: template?.permissions ?? [], branches: [], provinces: [], kinds: [] }
    start({ ...what, name: '', note: '', status: 'open' })
  }
  return (
    <>
      <Select
        aria-label="照抄"
        showSearch={{ optionFilterProp: 'label' }}
        className="role-template"
        value={from}
        onChange={choose}
        options={[
          { value: '', label: '从空白开始' },
          {
            label: '照抄现有的角色',
            options: desk.list.map(({ code, name }) => ({ value: `role ${code}`, label: name })),
          },
          {
            label: '照抄样板',
            options: desk.templates.map(({ code, name }) => ({ value: `template ${code}`, label: `样板：${name}` })),
          },
        ]}
      />
      <Button type="primary" onClick={begin}>
        新增角色
      </Button>
    </>
  )
}
