import { Button } from 'antd'
import { memo, type ReactNode, use, useCallback } from 'react'
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
export function Form({ errors = NONE, message, labelOf, onSubmit, children, parts: long, ...rest }: Props) {
  // Nothing folds in a form that is only read, where no button can be pressed.
  const parts = use(ReadOnlyReason) ? undefined : long
  const { fields, values, remarks = [], answers, notices, open, fillers } = rest
  const sections = useOpenSections(parts ?? NOTHING, errors)
  // Uses the latest values, since two files may arrive between two renderings.
  const latest = useLatest(values)
  const calls = useLatest(rest)
  const change = useCallback((name: string, value: FieldValue) => {
    latest.current = { ...latest.current, [name]: value }
    calls.current.onChange(latest.current)
  }, [])
  const answer = useCallback((name: string, text: string) => calls.current.onAnswer?.(name, text), [])
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
          {field => {
            const { name, kind } = field
            const remark = remarks.find(one => one.field === name)
            const isOpen = open?.(name) ?? true
            return (
              <FormItem
                key={name}
                field={field}
                value={values[name]}
                error={errors[name] ?? notices?.[name]}
                isOpen={isOpen}
                change={change}
                remark={remark}
                given={answers?.[name]}
                answer={isOpen && rest.onAnswer ? answer : undefined}
                rowErrors={kind === 'rows' ? errors : NONE}
                filler={fillers?.[name]}
                locate={kind === 'point' && typeof values.address === 'string' ? values.address : undefined}
              />
            )
          }}
        </FormSections>
        {children}
      </SectionsAround>
    </WaitingForm>
  )
}

const NONE: FieldErrors = {}
const NOTHING: readonly SectionProgress[] = []

type FormItemProps = {
  field: FormField
  value: FieldValue | undefined
  error: string | undefined
  isOpen: boolean
  change: (name: string, value: FieldValue) => void
  remark: ReviewRemark | undefined
  /** Answer to the remark, as typed so far. */
  given: string | undefined
  answer: ((name: string, text: string) => void) | undefined
  rowErrors: FieldErrors
  filler: Filler | undefined
  /** Address that a point on the map is looked for by. */
  locate: string | undefined
}

/** One field; rendered again only for a change of its own, since a long form has a hundred. */
const FormItem = memo(function FormItem({ field, value, change, remark, given, answer, ...rest }: FormItemProps) {
  const { name, kind } = field
  const { error, isOpen, rowErrors, filler, locate } = rest
  return (
    <FormEntry
      field={field}
      value={value}
      error={error}
      isOpen={isOpen}
      group={isGroup(field)}
      remark={
        remark && (
          <Remark
            name={name}
            remark={remark}
            answer={given ?? remark.answer ?? ''}
            onAnswer={answer && (text => answer(name, text))}
          />
        )
      }
    >
      {described => {
        const control = { field, described, value, onChange: (value: FieldValue) => change(name, value) }
        return kind === 'rows' ? (
          <Rows {...control} errors={rowErrors} filler={filler} />
        ) : (
          <Control {...control} locate={locate} />
        )
      }}
    </FormEntry>
  )
})

/** Below one label several things to press, and not one. */
function isGroup({ kind, options = [] }: FormField): boolean {
  if (kind === 'choices') return options.length <= MAX_CHECKBOX_OPTIONS
  if (kind === 'choice') return options.length <= MAX_RADIO_OPTIONS
  return /^(point|picture|file|ranking|agreement|rows)$/.test(kind)
}
