import { Checkbox, DatePicker, Input, Radio, Select } from 'antd'
import dayjs from 'dayjs'
import type { FieldValue, FormField, Point } from '#lib/form.ts'
import { provinces } from '#lib/provinces.ts'
import { PointField } from '../PointField.tsx'
import { Upload } from '../Upload.tsx'
import type { Described } from './Field.tsx'

type Props = {
  field: FormField
  value: FieldValue | undefined
  onChange: (value: FieldValue) => void
  described: Described
  /** Where the map looks first, in words. */
  locate?: string
}

/** Up to so many choices stand open to be seen; more of them fold into a list. */
const OPEN_CHOICES = 5
/** As people write dates; the first is how they are shown. */
const DATES = ['YYYY-MM-DD', 'YYYY/M/D', 'YYYY.M.D', 'YYYY年M月D日', 'YYYYMMDD']

/** What one fills a field in with, by its kind. */
export function Control({ field, value, onChange, described, locate }: Props) {
  switch (field.kind) {
    case 'paragraph':
      return <Paragraph {...{ field, value, onChange, described }} />
    case 'day':
      return (
        <DatePicker
          {...described}
          value={dayOf(value)}
          format={DATES}
          placeholder="如 2026-01-31"
          onChange={day => onChange(day ? day.format('YYYY-MM-DD') : null)}
        />
      )
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
      return field.options!.length > OPEN_CHOICES ? (
        <Options {...{ value, onChange, described }} options={field.options!} />
      ) : (
        <Radio.Group
          {...grouped(described)}
          value={value}
          onChange={event => onChange(event.target.value)}
          options={toOptions(field.options!)}
        />
      )
    case 'province':
      return <Options {...{ value, onChange, described }} options={provinces} />
    case 'choices':
      return (
        <Checkbox.Group
          {...grouped(described)}
          value={(value as string[] | undefined) ?? []}
          onChange={chosen => onChange(chosen as string[])}
          options={toOptions(field.options!)}
        />
      )
    case 'agreement':
      return (
        <Checkbox {...described} checked={value === true} onChange={event => onChange(event.target.checked)}>
          我已阅读并同意{field.label}
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
      return (
        <Upload
          {...described}
          use="picture"
          label={field.label}
          value={typeof value === 'number' ? [{ id: value }] : []}
          onChange={files => onChange(files[0]?.id ?? null)}
        />
      )
    default:
      return <Line {...{ field, value, onChange, described }} />
  }
}

type Part = Pick<Props, 'field' | 'value' | 'onChange' | 'described'>

const shown = (value: FieldValue | undefined) => (value === undefined || value === null ? '' : String(value))
const counting = ({ max }: FormField) => (max ? { show: true, max } : undefined)

function Line({ field, value, onChange, described }: Part) {
  const isText = field.kind === 'text'
  return (
    <Input
      {...described}
      {...keyboards[field.kind]}
      autoComplete={field.autocomplete ?? 'off'}
      value={shown(value)}
      suffix={field.unit}
      count={isText ? counting(field) : undefined}
      onChange={event => onChange(event.target.value)}
    />
  )
}

const Paragraph = ({ field, value, onChange, described }: Part) => (
  <Input.TextArea
    {...described}
    autoSize={{ minRows: 3, maxRows: 12 }}
    value={shown(value)}
    count={counting(field)}
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

const dayOf = (value: FieldValue | undefined) => {
  const day = typeof value === 'string' ? dayjs(value, 'YYYY-MM-DD') : null
  return day?.isValid() ? day : null
}

/** Which keys a phone shows. What they cannot prevent is accepted and put right, or refused with a sentence. */
const keyboards: Partial<Record<FormField['kind'], object>> = {
  number: { inputMode: 'decimal' },
  mobile: { inputMode: 'tel', type: 'tel' },
  phone: { inputMode: 'tel', type: 'tel' },
  email: { inputMode: 'email', autoCapitalize: 'off', spellCheck: false },
  url: { inputMode: 'url', autoCapitalize: 'off', spellCheck: false },
  link: { inputMode: 'url', autoCapitalize: 'off', spellCheck: false },
  postcode: { inputMode: 'numeric' },
  creditCode: { autoCapitalize: 'characters', spellCheck: false },
  residentId: { autoCapitalize: 'characters', spellCheck: false },
}
