import { Select } from 'antd'
import { useEffect, useState } from 'react'
import { useApi } from '#api/useApi.ts'
import { Field } from '#ui/form/Field.tsx'

type Props = {
  kind: 'organisation' | 'person'
  name: string
  label: string
  value: number | null
  onChange: (id: number | null) => void
  required?: boolean
  hint?: string
  error?: string
}

/** Debounce after the last key, in ms. */
const SEARCH_DELAY_MS = 250

/** Chooses an organisation by part of its name, or a person by the whole one. */
export function HolderPicker({ kind, name, label, value, onChange, required, hint, error }: Props) {
  const [typed, setTyped] = useState('')
  const [key, setKey] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setKey(typed.trim()), SEARCH_DELAY_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const { data = [], loading } = useApi('GET /staff/holder/list', { kind, key, id: value ?? undefined })
  return (
    <Field name={name} label={label} required={required} hint={hint} error={error}>
      {described => (
        <Select
          {...described}
          value={value ?? undefined}
          showSearch={{ filterOption: false, onSearch: setTyped }}
          allowClear
          loading={loading}
          placeholder={kind === 'person' ? '输入完整姓名' : '输入名称、拼音或信用代码'}
          notFoundContent={key ? '没有找到，请换个写法' : '请输入后选择'}
          onChange={(id: number | undefined) => onChange(id ?? null)}
          options={data.map(one => ({ value: one.id, label: [one.name, one.note].filter(Boolean).join('　') }))}
        />
      )}
    </Field>
  )
}
