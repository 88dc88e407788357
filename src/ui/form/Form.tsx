import { Button } from 'antd'
import { type ReactNode, use } from 'react'
import { errorPlace, type FieldErrors, type FieldValue, type FormField, type FormValues } from '#lib/form/form.ts'
import { useLatest } from '../useLatest.ts'
import { Control, MAX_CHECKBOX_OPTIONS, MAX_RADIO_OPTIONS } from './Control.tsx'
import { ErrorSummary } from './ErrorSummary.tsx'
import { FormEntry } from './FormEntry.tsx'
import { Remark, type ReviewRemark } from './Remarks.tsx'
import { type Filler, Rows } from './Rows.tsx'
import { FoldingSection } from './sections/FoldingSection.tsx'
import { FormSections } from './sections/FormSections.tsx'
import type { SectionProgress } from './sections/formProgress.ts'
import { SectionsAround, useOpenSections } from './sections/openSections.ts'
import { useReturnedFields } from './sections/useReturnedFields.tsx'
import { ReadOnlyReason } from './waiting/readOnlyReason.ts'
import { WaitingForm } from './waiting/WaitingForm.tsx'
import './form.css'

type Props = {
  fields: readonly FormField[]
  values: FormValues
  onChange: (values: FormValues) => void
  errors?: FieldErrors
  /** Notices at fields while they are filled in, by name; they do not prevent sending. */
  notices?: FieldErrors | undefined
  message?: string
  /** Reports which fields may be changed now; the others are read-only. */
  open?: (name: string) => boolean
  remarks?: readonly (ReviewRemark & { field?: string; slot?: string })[]
  answers?: Record<string, string>
  onAnswer?: (name: string, text: string) => void
  /** Labels of errors that are not about a field of this list, such as missing files. */
  labelOf?: (name: string) => string | undefined
  /** Rows that can be taken over into `rows` fields, by field name. */
  fillers?: Record<string, Filler>
  /** The sections of a form that is long, those below its fields included: one after the other stands open, the others fold. */
  parts?: readonly SectionProgress[] | undefined
  onSubmit?: (pressed: string) => void
  /** Below the fields: further parts, and the buttons. */
  children?: ReactNode
}

/** The one form: a list of fields as data, in one column, under the headings of its sections. */
export function Form({ errors = NONE, message, labelOf, onSubmit, onChange, children, parts: long, ...rest }: Props) {
  // Nothing folds in a form that is only read, where no button can be pressed.
  const parts = use(ReadOnlyReason) ? undefined : long
  const { fields, values, remarks = [] } = rest
  const sections = useOpenSections(parts ?? NOTHING, errors)
  // Uses the latest values, since two files may arrive between two renderings.
  const latest = useLatest(values)
  const change = (name: string, value: FieldValue) => {
    latest.current = { ...latest.current, [name]: value }
    onChange(latest.current)
  }
  const labelAt = (name: string) => {
    const { label, inRow } = errorPlace(fields, name) ?? { label: labelOf?.(name) ?? '' }
    if (!inRow) return label
    return errors[name]?.includes(label) ? inRow : `${inRow}：${label}`
  }
  const shown = useReturnedFields(rest)
  const whole = remarks.find(({ field, slot }) => !field && !slot)
  return (
    <WaitingForm className="form" onSubmit={onSubmit}>
      <ErrorSummary errors={errors} labelOf={labelAt} message={message} />
      {whole && (
        <Remark
          name=""
          remark={whole}
          answer={rest.answers?.[''] ?? whole.answer ?? ''}
          onAnswer={rest.onAnswer && (text => rest.onAnswer!('', text))}
        />
      )}
      {shown.toggle}
      {parts && (
        <p className="form-asked">
          {sections.isWhole ? '各节已全部展开。' : '填完一节，接着展开下一节；点标题可以打开任何一节。'}
          <Button type="link" onClick={() => sections.setWhole(!sections.isWhole)}>
            {sections.isWhole ? '逐节填写' : '全部展开'}
          </Button>
        </p>
      )}
      <SectionsAround value={parts ? sections : null}>
        <FormSections fields={shown.fields} in={FoldingSection}>
          {field => <FormItem key={field.name} field={field} errors={errors} change={change} {...rest} />}
        </FormSections>
        {children}
      </SectionsAround>
    </WaitingForm>
  )
}

const NONE: FieldErrors = {}
const NOTHING: readonly SectionProgress[] = []

type OneProps = Omit<Props, 'fields' | 'errors' | 'children' | 'onChange' | 'parts'> & {
  field: FormField
  errors: FieldErrors
  change: (name: string, value: FieldValue) => void
}

function FormItem({ field, values, change, errors, notices, open, remarks, answers, onAnswer, fillers }: OneProps) {
  const { name, kind } = field
  const remark = remarks?.find(one => one.field === name)
  const isOpen = open?.(name) ?? true
  return (
    <FormEntry
      field={field}
      value={values[name]}
      error={errors[name] ?? notices?.[name]}
      isOpen={isOpen}
      group={isGroup(field)}
      remark={
        remark && (
          <Remark
            name={name}
            remark={remark}
            answer={answers?.[name] ?? remark.answer ?? ''}
            onAnswer={isOpen && onAnswer ? text => onAnswer(name, text) : undefined}
          />
        )
      }
    >
      {described => {
        const control = { field, described, value: values[name], onChange: (value: FieldValue) => change(name, value) }
        return kind === 'rows' ? (
          <Rows {...control} errors={errors} filler={fillers?.[name]} />
        ) : (
          <Control {...control} locate={typeof values.address === 'string' ? values.address : undefined} />
        )
      }}
    </FormEntry>
  )
}

/** Below one label several things to press, and not one. */
function isGroup({ kind, options = [] }: FormField): boolean {
  if (kind === 'choices') return options.length <= MAX_CHECKBOX_OPTIONS
  if (kind === 'choice') return options.length <= MAX_RADIO_OPTIONS
  return /^(point|picture|agreement|rows)$/.test(kind)
}
