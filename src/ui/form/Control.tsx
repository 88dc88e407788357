import { Checkbox, Input, Radio, Select } from 'antd'
import { useState } from 'react'
import { type FieldValue, type FormField, offeredOptions, type Point } from '#lib/form/form.ts'
import { provinces } from '#lib/provinces.ts'
import { DayInput } from '../DayInput.tsx'
import { Upload } from '../file/Upload.tsx'
import type { Described } from './Field.tsx'
import { keyboards } from './keyboards.ts'
import { PointField } from './PointField.tsx'
import { Ranking } from './Ranking.tsx'
import { RareSigns } from './RareSigns.tsx'
import { SuggestedLine } from './suggesting/SuggestedLine.tsx'

type Props = {
  field: FormField
  value: FieldValue | undefined
  onChange: (value: FieldValue) => void
  described: Described
  locate?: string
  inCell?: boolean
}

/** Maximum number of options shown as radio buttons; more become a select. */
export const MAX_RADIO_OPTIONS = 5
export const MAX_CHECKBOX_OPTIONS = 40

export function Control({ field, value, onChange, described, locate, inCell }: Props) {
  const [first] = useState(value)
  const options = offeredOptions(field.options ?? [], first, value)
  switch (field.kind) {
    case 'paragraph':
      return <Paragraph field={field} value={value} onChange={onChange} described={described} inCell={inCell} />
    case 'day':
      return <DayInput {...described} value={value} onChange={onChange} />
    case 'moment':
      return (
        <Input
          {...described}
          type="datetime-local"
          value={shown(value).slice(0, 16)}
          onChange={event => onChange(event.target.value)}
        />
      )
    case 'choice':
      return inCell || options.length > MAX_RADIO_OPTIONS ? (
        <Options value={value} onChange={onChange} described={described} options={options} />
      ) : (
        <Radio.Group
          {...grouped(described)}
          value={value}
          onChange={event => onChange(event.target.value)}
          options={toOptions(options)}
        />
      )
    case 'province':
      return <Options value={value} onChange={onChange} described={described} options={provinces} />
    case 'choices':
      return inCell || options.length > MAX_CHECKBOX_OPTIONS ? (
        <Select
          {...described}
          mode="multiple"
          value={(value as string[] | undefined) ?? []}
          showSearch={{ optionFilterProp: 'label' }}
          onChange={onChange}
          options={toOptions(options)}
        />
      ) : (
        <Checkbox.Group
          {...grouped(described)}
          value={(value as string[] | undefined) ?? []}
          onChange={chosen => onChange(chosen as string[])}
          options={toOptions(options)}
        />
      )
    case 'agreement':
      return (
        <Checkbox {...described} checked={value === true} onChange={event => onChange(event.target.checked)}>
          {!inCell && `我已阅读并同意${field.label}`}
        </Checkbox>
      )
    case 'point':
      return (
        <PointField
          {...grouped(described)}
          value={(value as Point | undefined) ?? null}
          onChange={onChange}
          locate={locate}
        />
      )
    case 'picture':
    case 'file':
      return (
        <Upload
          {...described}
          use={field.use ?? (field.kind === 'picture' ? 'picture' : 'document')}
          label={field.label}
          value={typeof value === 'number' ? [{ id: value }] : []}
          onChange={files => onChange(files[0]?.id ?? null)}
        />
      )
    case 'ranking':
      return <Ranking field={field} value={value} onChange={onChange} described={described} />
    default:
      return <Line field={field} value={value} onChange={onChange} described={described} inCell={inCell} />
  }
}

type Part = Pick<Props, 'field' | 'value' | 'onChange' | 'described' | 'inCell'>

const shown = (value: FieldValue | undefined) => (value === undefined || value === null ? '' : String(value))
const counting = ({ max }: FormField) => (max ? { show: true, max } : undefined)

function Line({ field, value, onChange, described, inCell }: Part) {
  if (field.suggests)
    return <SuggestedLine dictionary={field.suggests} value={shown(value)} onChange={onChange} described={described} />
  const isCounted = field.kind === 'text' && !inCell
  return (
    <>
      <Input
        {...described}
        {...keyboards[field.kind]}
        autoComplete={field.autocomplete ?? 'off'}
        value={shown(value)}
        suffix={field.unit}
        count={isCounted ? counting(field) : undefined}
        onChange={event => onChange(event.target.value)}
      />
      {PRINTED.test(field.kind) && <RareSigns text={shown(value)} />}
    </>
  )
}

/** Names stand in certificates. */
const PRINTED = /^(personName|organisationName)$/

const Paragraph = ({ field, value, onChange, described, inCell }: Part) => (
  <Input.TextArea
    {...described}
    autoSize={{ minRows: inCell ? 1 : 3, maxRows: 12 }}
    value={shown(value)}
    count={inCell ? undefined : counting(field)}
    onChange={event => onChange(event.target.value)}
  />
)

type Named = readonly { code: string; name: string }[]
const toOptions = (options: Named) => options.map(({ code, name }) => ({ value: code, label: name }))

const Options = ({ options, value, onChange, described }: Omit<Part, 'field'> & { options: Named }) => (
  <Select
    {...described}
    value={value || undefined}
    showSearch={{ optionFilterProp: 'label' }}
    allowClear
    placeholder="请选择"
    onChange={chosen => onChange((chosen as string) ?? null)}
    options={toOptions(options)}
  />
)

const grouped = ({ id, ...described }: Described) => ({
  id,
  tabIndex: -1,
  role: 'group',
  'aria-labelledby': `${id}-label`,
  'aria-describedby': described['aria-describedby'],
})
