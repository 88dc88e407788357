import { Button } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { invalid } from '#lib/error.ts'
import type { FieldValue, FormField, FormValues } from '#lib/form/form.ts'
import { readForm } from '#lib/form/formReading.ts'
import { type DataCondition, type DataFilter, MAX_WORDS_CHARS, withCondition } from '#lib/register/dataFilters.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { useTargetQuery } from './useTargetQuery.ts'

type Props = { name: string; label: string; filters: readonly DataFilter[] }

/** Narrows a list by columns that are data: one condition at a time is added, and stands beside the total. */
export function DataFilterField({ name, label, filters }: Props) {
  const [isOpen, open] = useState(false)
  const [, setQuery] = useSearchParams()
  const query = useTargetQuery()
  const columnOf = (values: FormValues) => filters.find(({ code }) => code === values.code)
  const fieldsOf = (values: FormValues) => fieldsFor(filters, columnOf(values), values.is)
  const add = async (typed: FormValues) => {
    const { values, errors } = readForm(fieldsOf(typed), typed, { whole: true, today: '' })
    const filter = columnOf(values)
    if (Object.keys(errors).length > 0 || !filter) throw invalid('请填写筛选条件', errors)
    const next = new URLSearchParams(query)
    next.delete('pageNum')
    next.set(name, withCondition(query.get(name) ?? '', filter.code, conditionOf(filter, values)))
    setQuery(next, { preventScrollReset: true })
  }
  return (
    <>
      <Button className="data-filter" onClick={() => open(true)}>
        按{label}筛选
      </Button>
      {isOpen && (
        <FormDialog
          title={`按${label}筛选`}
          fields={fieldsOf}
          initial={{ is: 'value', ...(filters.length === 1 && { code: filters[0]!.code }) }}
          action="筛选"
          send={add}
          close={() => open(false)}
        />
      )}
    </>
  )
}

const VALUE_NAMES = { text: '包含文字', choice: '是其中之一', number: '在范围内', day: '在范围内' }

/** Names of the fields differ by column: what was typed for one is not taken for another. */
const partOf = (part: 'words' | 'codes' | 'from' | 'to', { code }: DataFilter) => `${part} ${code}`

function fieldsFor(filters: readonly DataFilter[], filter: DataFilter | undefined, is: FieldValue | undefined) {
  const field = (name: string, label: string, more: Partial<FormField>): FormField => {
    return { name, label, section: '', kind: 'text', ...more }
  }
  const columns = filters.map(({ code, label }) => ({ code, name: label }))
  const column = field('code', '栏目', { kind: 'choice', required: true, options: columns })
  if (!filter) return [column]
  const options = [
    { code: 'value', name: VALUE_NAMES[filter.kind] },
    { code: 'empty', name: '没有填' },
    { code: 'filled', name: '已填' },
  ]
  const asked = [column, field('is', '条件', { kind: 'choice', required: true, options })]
  if (is !== 'value') return asked
  switch (filter.kind) {
    case 'text':
      return [...asked, field(partOf('words', filter), '文字', { required: true, max: MAX_WORDS_CHARS })]
    case 'choice':
      return [
        ...asked,
        field(partOf('codes', filter), '选项', {
          kind: 'choices',
          required: true,
          options: filter.options,
        }),
      ]
    default: {
      const end = { kind: filter.kind, unit: filter.unit }
      return [...asked, field(partOf('from', filter), '从', end), field(partOf('to', filter), '至', end)]
    }
  }
}

function conditionOf(filter: DataFilter, values: FormValues): DataCondition {
  if (values.is !== 'value') return { is: values.is === 'empty' ? 'empty' : 'filled' }
  if (filter.kind === 'text') return { is: 'containing', words: String(values[partOf('words', filter)]) }
  if (filter.kind === 'choice') return { is: 'among', codes: values[partOf('codes', filter)] as string[] }
  const [from, to] = [values[partOf('from', filter)], values[partOf('to', filter)]]
  const isSaid = (end: typeof from) => end !== undefined && end !== null
  if (!isSaid(from) && !isSaid(to)) throw invalid('请填写范围', { [partOf('from', filter)]: '起止至少填一个' })
  if (isSaid(from) && isSaid(to) && from! > to!)
    throw invalid('请核对范围', { [partOf('to', filter)]: '不能小于前面的一个' })
  return { is: 'between', from: isSaid(from) ? String(from) : undefined, to: isSaid(to) ? String(to) : undefined }
}
