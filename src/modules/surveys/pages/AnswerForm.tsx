import '#ui/form/form.css'
import '#ui/form/light/lightForm.css'
import type { ReactNode } from 'react'
import { errorPlace, type FieldErrors, type FieldValue, type FormField, type FormValues } from '#lib/form/form.ts'
import { provinces } from '#lib/provinces.ts'
import { Upload } from '#ui/file/Upload.tsx'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { type Described, Field } from '#ui/form/Field.tsx'
import { LightControl } from '#ui/form/light/LightControl.tsx'
import { LightRows } from '#ui/form/light/LightRows.tsx'
import { PlainSection } from '#ui/form/sections/FormSections.tsx'
import { WaitingForm } from '#ui/form/waiting/WaitingForm.tsx'
import { useLatest } from '#ui/useLatest.ts'
import { askedFields, type Question } from '../question.ts'

type Props = {
  questions: readonly Question[]
  values: FormValues
  onChange: (values: FormValues) => void
  errors: FieldErrors
  message: string | undefined
  /** Files can be uploaded by accounts only. */
  hasAccount: boolean
  action: string
  onSubmit: () => void
  /** Below the questions: the state of the draft, and further buttons. */
  children?: ReactNode
}

/** The questions as they are answered: on a phone first, and only those that the answers so far ask for. */
export function AnswerForm({
  questions,
  values,
  onChange,
  errors,
  message,
  hasAccount,
  action,
  onSubmit,
  children,
}: Props) {
  // A file may arrive while somebody goes on typing.
  const latest = useLatest(values)
  const change = (name: string, value: FieldValue) => {
    latest.current = { ...latest.current, [name]: value }
    onChange(latest.current)
  }
  const fields = askedFields(questions, values)
  return (
    <WaitingForm className="light-form survey-form" onSubmit={onSubmit} aria-label="问卷">
      <ErrorSummary errors={errors} labelOf={name => labelAt(fields, name)} message={message} />
      {sectionsOf(fields).map(inIt => (
        <PlainSection key={inIt[0]!.name} name={inIt[0]!.section}>
          {inIt.map(field => (
            <Field
              key={field.name}
              name={field.name}
              label={field.label}
              required={field.required}
              hint={field.kind === 'agreement' ? undefined : field.hint}
              error={errors[field.name]}
              group={isGroup(field)}
            >
              {described => (
                <AnswerControl
                  field={field}
                  described={described}
                  value={values[field.name]}
                  errors={errors}
                  hasAccount={hasAccount}
                  onChange={value => change(field.name, value)}
                />
              )}
            </Field>
          ))}
        </PlainSection>
      ))}
      {children}
      <button type="submit" className="button primary">
        {action}
      </button>
    </WaitingForm>
  )
}

/** Fields that follow one another under one heading: questions stand in their order, though a heading comes twice. */
function sectionsOf(fields: readonly FormField[]): FormField[][] {
  const sections: FormField[][] = []
  for (const field of fields) {
    const last = sections.at(-1)
    if (last?.some(({ section }) => section === field.section)) last.push(field)
    else sections.push([field])
  }
  return sections
}

type ControlProps = {
  field: FormField
  described: Described
  value: FieldValue | undefined
  errors: FieldErrors
  hasAccount: boolean
  onChange: (value: FieldValue) => void
}

function AnswerControl({ field, described, value, errors, hasAccount, onChange }: ControlProps) {
  const shared = { described, value, onChange }
  switch (field.kind) {
    case 'rows':
      return <LightRows field={field} {...shared} errors={errors} />
    case 'file':
      return hasAccount ? (
        <Upload
          {...described}
          use={field.use ?? 'document'}
          label={field.label}
          value={typeof value === 'number' ? [{ id: value }] : []}
          onChange={files => onChange(files[0]?.id ?? null)}
        />
      ) : (
        <p id={described.id}>上传文件须先登录会员账号。</p>
      )
    case 'province':
      return <LightControl field={{ ...field, options: provinces }} {...shared} />
    default:
      return <LightControl field={field} {...shared} unfolded />
  }
}

const isGroup = ({ kind, options = [] }: FormField) =>
  kind === 'choices' ||
  kind === 'ranking' ||
  kind === 'rows' ||
  kind === 'agreement' ||
  kind === 'file' ||
  (kind === 'choice' && options.length <= 12)

function labelAt(fields: readonly FormField[], name: string): string {
  const { label, inRow } = errorPlace(fields, name) ?? { label: '' }
  return inRow ? `${inRow}：${label}` : label
}
