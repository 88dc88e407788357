import { type FormEvent, type ReactNode, useMemo, useRef } from 'react'
import { type FieldErrors, type FieldValue, type FormField, type FormValues, placeOf } from '#lib/form/form.ts'
import { wordsOf } from '#lib/form/formWords.ts'
import { figures } from '#lib/money.ts'
import { ParticipantNames } from '#modules/training/participants/pages/ParticipantNames.tsx'
import { Participants } from '#modules/training/participants/pages/Participants.tsx'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { fieldId } from '#ui/form/Field.tsx'
import { INVOICE } from '../enrolmentForm.ts'
import { EnrolmentField } from './EnrolmentField.tsx'
import { EnrolmentTerms } from './EnrolmentTerms.tsx'
import type { Enrolment, Person } from './enrolmentCalls.ts'
import { withMissing } from './enrolmentMissing.ts'
import { isAsked, isNeeded, rowsOf, sectionsOf, withInvoiceKind, withoutBlanks } from './enrolmentParts.ts'
import '#ui/form/form.css'
import './enrolment.css'

type Props = {
  of: Enrolment
  values: FormValues
  onChange: (values: FormValues) => void
  errors: FieldErrors
  /** Over the list of errors, or alone where there is none. */
  message: string | undefined
  busy: boolean
  onSubmit: () => void
  label: string
  /** Of a visitor. */
  ticket?: string
  /** Of a member. */
  people?: readonly Person[]
  lastInvoice?: FormValues | null
  answers?: Record<string, string>
  onAnswer?: (name: string, text: string) => void
  /** Beside the button. */
  children?: ReactNode
}

/** 报名表, the same for who has an account and who has none. */
export default function EnrolmentForm({ of, values, onChange, errors: found, message, onSubmit, ...rest }: Props) {
  const { fields, fee } = of
  // What is missing is told of what was sent, and not anew with each key.
  const sent = useRef(values)
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new answer of the server, and nothing else
  const errors = useMemo(() => withMissing(of, sent.current, found), [found])
  // A photo may arrive while somebody goes on typing.
  const latest = useRef(values)
  latest.current = values
  const change = (changes: FormValues) => {
    latest.current = { ...latest.current, ...changes }
    onChange(latest.current)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (rest.busy) return
    sent.current = withoutBlanks(values)
    onSubmit()
  }
  const count = rowsOf(values).length
  const asked = fields.filter(field => isAsked(field, values))
  const isWhole = message !== undefined && Object.keys(errors).length === 0
  return (
    <form className="form enrol" noValidate onSubmit={submit} aria-label="报名表">
      <ErrorSummary errors={errors} labelOf={name => labelAt(fields, errors, name)} />
      {sectionsOf(asked).map(([section, inIt]) => (
        <fieldset key={section} className="form-section">
          <legend>{section}</legend>
          {section === INVOICE && rest.lastInvoice && (
            <button type="button" className="button" onClick={() => change(rest.lastInvoice!)}>
              按上次的发票信息填写
            </button>
          )}
          {inIt.map(field => (
            <Part key={field.name} field={field} of={of} values={values} change={change} errors={errors} {...rest} />
          ))}
        </fieldset>
      ))}
      <p className="enrol-total" role="status">
        {reckoned(count, fee)}
      </p>
      {isWhole && (
        <p role="alert" className="field-error">
          {message}
        </p>
      )}
      <div className="form-actions">
        {rest.children}
        <button type="submit" className="button primary" aria-disabled={rest.busy}>
          {rest.busy ? '正在提交…' : rest.label}
        </button>
      </div>
    </form>
  )
}

function labelAt(fields: readonly FormField[], errors: FieldErrors, name: string): string {
  const { label = '', inRow } = placeOf(fields, name) ?? {}
  if (!inRow) return label
  const who = `第 ${Number(name.split('.')[1]) + 1} 人`
  return errors[name]?.includes(label) ? who : `${who} ${label}`
}

type PartProps = Pick<Props, 'of' | 'values' | 'errors' | 'people' | 'ticket' | 'answers' | 'onAnswer'> & {
  field: FormField
  change: (changes: FormValues) => void
}

function Part({ field, of, values, change, errors, people, ticket, answers, onAnswer }: PartProps) {
  const { name, label, kind } = field
  const asked = of.reg?.auditReason.find(one => one.field === name)
  const remark = asked && (
    <div className="remark">
      <p>
        <b>审核要求</b>
        {asked.text}
      </p>
      {onAnswer && (
        <label htmlFor={`answer-${name}`}>
          说明（选填）
          <textarea
            id={`answer-${name}`}
            rows={2}
            maxLength={500}
            value={answers?.[name] ?? ''}
            onChange={event => onAnswer(name, event.target.value)}
          />
        </label>
      )}
    </div>
  )
  if (!of.openFields.includes(name))
    return kind === 'rows' ? (
      <ParticipantNames rows={rowsOf(values)} columns={field.columns ?? []} />
    ) : kind === 'agreement' ? null : (
      <div className="field field-fixed" id={fieldId(name)} tabIndex={-1}>
        <span className="field-label">{label}</span>
        <p>{wordsOf(field, values[name]) || '未填写'}</p>
        {remark}
      </div>
    )
  const set = (value: FieldValue) =>
    change(name === 'invoiceKind' ? withInvoiceKind(values, String(value)) : { [name]: value })
  if (kind === 'rows')
    return (
      <>
        {remark}
        <Participants
          field={field}
          errors={errors}
          people={people}
          ticket={ticket}
          courseId={of.training.id}
          rows={rowsOf(values)}
          onChange={rows => change({ participants: rows })}
          contact={
            values.applicantType === 'person' && values.contactName
              ? { name: String(values.contactName), mobile: String(values.contactMobile ?? '') }
              : undefined
          }
        />
      </>
    )
  return (
    <>
      {kind === 'agreement' && <EnrolmentTerms of={of.training} />}
      <EnrolmentField
        field={field}
        error={errors[name]}
        onChange={set}
        before={remark}
        value={values[name]}
        needed={isNeeded(field, values)}
      />
    </>
  )
}

/** 3 人 × ¥1,200.00（会员价），合计 ¥3,600.00: as the server will reckon it. */
function reckoned(count: number, { perPerson, otherPerson, isMember, memberPlaces }: Enrolment['fee']) {
  const usual = Math.min(count, memberPlaces ?? count)
  const others = count - usual
  return (
    <>
      {(usual > 0 || count === 0) && `${usual} 人 × ${figures(perPerson)}${isMember ? '（会员价）' : ''}，`}
      {others > 0 && `${others} 人 × ${figures(otherPerson)}（本年会员价名额已用完），`}
      合计 <b>{figures(usual * perPerson + others * otherPerson)}</b>
    </>
  )
}
