import '#ui/form/form.css'
import './enrolment.css'
import { type ReactNode, useMemo, useState } from 'react'
import {
  errorPlace,
  type FieldErrors,
  type FieldValue,
  type FormField,
  type FormRow,
  type FormValues,
} from '#lib/form/form.ts'
import { formatYuan } from '#lib/money.ts'
import { provinces } from '#lib/provinces.ts'
import { type Price, pricesOf, totalOf } from '#modules/training/fares.ts'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { FormEntry } from '#ui/form/FormEntry.tsx'
import { isRadioChoice, LightControl } from '#ui/form/light/LightControl.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { RemarkNote } from '#ui/form/RemarkNote.tsx'
import { FormSections } from '#ui/form/sections/FormSections.tsx'
import { LookOverHead } from '#ui/form/sections/LookOverHead.tsx'
import { WaitingForm } from '#ui/form/waiting/WaitingForm.tsx'
import { useLatest } from '#ui/useLatest.ts'
import { INVOICE } from '../enrolmentForm.ts'
import { EnrolmentTerms } from './EnrolmentTerms.tsx'
import type { Enrolment, Person } from './enrolmentCalls.ts'
import {
  hintOf,
  isAsked,
  isFilled,
  isNeeded,
  rowsOf,
  type Values,
  withInvoiceKind,
  withoutBlanks,
} from './enrolmentParts.ts'
import { ParticipantNames } from './ParticipantNames.tsx'
import { Participants } from './Participants.tsx'
import { SeatsChoice } from './SeatsChoice.tsx'
import type { Seats } from './useSeats.ts'

type Props = {
  of: Enrolment
  values: FormValues
  onChange: (values: FormValues) => void
  errors: FieldErrors
  /** Message above the list of errors. */
  message: string | undefined
  busy: boolean
  onSubmit: () => void
  label: string
  /** Goes back to filling it in, to the part of this field: it is shown to be looked over, and nothing in it is changed. */
  lookOver?: ((field?: string) => void) | undefined
  ticket?: string
  /** People a member can pick from. */
  people?: readonly Person[]
  lastInvoice?: FormValues | null
  answers?: Record<string, string>
  onAnswer?: (name: string, text: string) => void
  /** Only before the first submission. */
  seats?: Seats
  /** Shown beside the submit button. */
  children?: ReactNode
}

/** 报名表, the same for who has an account and who has none. */
export default function EnrolmentForm({ of: given, values, onChange, errors: found, message, ...rest }: Props) {
  const { onSubmit, lookOver } = rest
  const of = lookOver ? { ...given, openFields: [] } : given
  const { fields, fee } = of
  // Missing fields are reported for the submitted values, not on every keystroke.
  const [sent, setSent] = useState(values)
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new answer of the server, and nothing else
  const errors = useMemo(() => withMissing(of, sent, found), [found])
  // A photo may arrive while somebody goes on typing.
  const latest = useLatest(values)
  const change = (changes: FormValues) => {
    latest.current = { ...latest.current, ...changes }
    onChange(latest.current)
  }
  const submit = () => {
    if (rest.busy) return
    setSent(withoutBlanks(values))
    onSubmit()
  }
  // Counts only people who get a place: those on the waiting list do not pay yet.
  const { left = Number.POSITIVE_INFINITY, choice } = rest.seats ?? {}
  const named = rowsOf(values).filter(isFilled)
  const paying = choice === 'split' ? named.slice(0, left) : named
  const asked = fields
    .filter(field => isAsked(field, values) && !(lookOver && field.kind === 'agreement'))
    .map(field => ({
      ...field,
      required: isNeeded(field, values),
      hint: hintOf(field, values),
      options: field.options ?? optionsOf(field),
    }))
  const isWhole = message !== undefined && Object.keys(errors).length === 0
  return (
    <WaitingForm className="form enrol" onSubmit={submit} aria-label="报名表">
      {lookOver && (
        <LookOverHead>必填的栏目都已齐全。请逐项核对，需要改动的点“修改”；确认提交之后才会送交协会。</LookOverHead>
      )}
      <ErrorSummary errors={errors} labelOf={name => labelAt(fields, errors, name)} />
      <FormSections
        fields={asked}
        head={(section, first) =>
          lookOver ? (
            <button type="button" className="button enrol-mend" onClick={() => lookOver(first)}>
              修改<span className="hidden-text">：{section}</span>
            </button>
          ) : (
            section === INVOICE &&
            rest.lastInvoice && (
              <button type="button" className="button" onClick={() => change(rest.lastInvoice!)}>
                按上次的发票信息填写
              </button>
            )
          )
        }
      >
        {field => (
          <Part
            key={field.name}
            field={field}
            of={of}
            values={values}
            change={change}
            errors={errors}
            isLookedOver={lookOver !== undefined}
            {...rest}
          />
        )}
      </FormSections>
      {rest.seats && !lookOver && (
        <SeatsChoice rows={rowsOf(values).filter(isFilled)} seats={rest.seats} error={errors.seats} />
      )}
      <p className="enrol-total" role="status">
        {feeText(paying, fee)}
      </p>
      {isWhole && <Problem>{message}</Problem>}
      <div className="form-actions">
        {rest.children}
        {lookOver && (
          <button type="button" className="button" onClick={() => lookOver()}>
            返回修改
          </button>
        )}
        <button type="submit" className="button primary" aria-disabled={rest.busy}>
          {rest.busy ? '正在提交…' : rest.label}
        </button>
      </div>
    </WaitingForm>
  )
}

function labelAt(fields: readonly FormField[], errors: FieldErrors, name: string): string {
  const { label = '', inRow } = errorPlace(fields, name) ?? {}
  if (!inRow) return label
  const who = `第 ${Number(name.split('.')[1]) + 1} 人`
  return errors[name]?.includes(label) ? who : `${who} ${label}`
}

const optionsOf = ({ kind }: FormField) => (kind === 'province' ? provinces : undefined)

type PartProps = Pick<Props, 'of' | 'values' | 'errors' | 'people' | 'ticket' | 'answers' | 'onAnswer'> & {
  field: FormField
  change: (changes: FormValues) => void
  isLookedOver: boolean
}

function Part({ field, of, values, change, errors, people, ticket, answers, onAnswer, isLookedOver }: PartProps) {
  const { name, kind } = field
  const isOpen = of.openFields.includes(name)
  const asked = of.reg?.auditReason.find(one => one.field === name)
  const remark = asked && (
    <RemarkNote text={asked.text}>
      {onAnswer && (
        <label htmlFor={`answer-${name}`}>
          说明（选填）
          <textarea
            id={`answer-${name}`}
            className="light-control"
            rows={2}
            maxLength={500}
            value={answers?.[name] ?? ''}
            onChange={event => onAnswer(name, event.target.value)}
          />
        </label>
      )}
    </RemarkNote>
  )
  if (kind === 'rows' && !isOpen)
    return <ParticipantNames rows={rowsOf(values)} columns={field.columns ?? []} isWhole={isLookedOver} />
  if (kind === 'rows')
    return (
      <>
        {remark}
        <Participants
          field={withPrices(field, of.fee)}
          errors={errors}
          people={people}
          ticket={ticket}
          courseId={of.training.id}
          rows={rowsOf(values)}
          onChange={rows => change({ participants: rows })}
          contact={contactOf(values)}
        />
      </>
    )
  if (kind === 'agreement' && !isOpen) return null
  const set = (value: FieldValue) =>
    change(name === 'invoiceKind' ? withInvoiceKind(values, String(value)) : { [name]: value })
  return (
    <>
      {kind === 'agreement' && <EnrolmentTerms of={of.training} />}
      <FormEntry
        field={field}
        value={values[name]}
        error={errors[name]}
        isOpen={isOpen}
        remark={remark}
        group={kind === 'agreement' || isRadioChoice(field)}
      >
        {described => <LightControl field={field} described={described} value={values[name]} onChange={set} />}
      </FormEntry>
    </>
  )
}

/** A person who enrols alone may be the participant. */
const contactOf = ({ applicantType, contactName, contactMobile }: FormValues) =>
  applicantType === 'person' && contactName
    ? { name: String(contactName), mobile: String(contactMobile ?? '') }
    : undefined

type Fee = Enrolment['fee']
type QuotedFare = Fee['fares'][number]

/** Price of a fare today: the members' as long as there are places at it. */
const priceNow = ({ isMember, memberPlaces }: Fee, { usual, early, isEarlyNow }: QuotedFare) =>
  (isEarlyNow && early ? early : usual)[isMember && memberPlaces !== 0 ? 'member' : 'other']

/** Names the price of each fare where a participant chooses one. */
const withPrices = (field: FormField, fee: Fee): FormField => ({
  ...field,
  columns: field.columns?.map(column =>
    column.name === 'fare'
      ? { ...column, hint: fee.fares.map(fare => `${fare.name} ${formatYuan(priceNow(fee, fare))} 元`).join('，') }
      : column,
  ),
})

/** 3 人 × 1,200 元（会员价），合计 3,600 元: as the server will reckon it; the prices alone while nobody is entered. */
function feeText(rows: readonly FormRow[], fee: Fee) {
  const isChosen = ({ fare }: FormRow) => fee.fares.length === 1 || Boolean(fare)
  const chosen = rows.filter(isChosen)
  const rate = fee.isMember && fee.memberPlaces !== 0 ? '（会员价）' : ''
  if (chosen.length === 0)
    return fee.fares.map(fare => `${fare.name}每人 ${formatYuan(priceNow(fee, fare))} 元${rate}`).join('；')
  const prices = pricesOf(
    fee,
    chosen.map(({ name, fare }) => ({ name: String(name ?? ''), fare: String(fare ?? '') })),
  )
  const lines = Map.groupBy(prices, price => lineOf(fee, price))
  return (
    <>
      {[...lines].map(([line, all]) => `${line.replace('#', String(all.length))}，`)}
      合计 <b>{formatYuan(totalOf(prices))} 元</b>
      {rows.length > chosen.length && `，另有 ${rows.length - chosen.length} 人还没有选票种`}
    </>
  )
}

/** What people of one price pay, with # for their number. */
function lineOf({ isMember, fares }: Fee, { fare, fee, isFree, isEarly, atMemberPrice }: Price): string {
  const { name } = fares.find(one => one.code === fare)!
  if (isFree) return `${name} # 人用会员免费名额`.trim()
  const rate = [atMemberPrice ? '会员价' : isMember && '本年会员价名额已用完', isEarly && '早鸟']
    .filter(Boolean)
    .join('，')
  return `${name} # 人 × ${formatYuan(fee)} 元${rate && `（${rate}）`}`.trim()
}

/** Combines missing fields with the server's errors, in the order of the form. */
function withMissing(of: FormFields, values: FormValues, found: FieldErrors): FieldErrors {
  const asked = of.fields.filter(field => of.openFields.includes(field.name) && isAsked(field, values))
  const rows = rowsOf(values).filter(isFilled)
  const columns = asked.find(({ kind }) => kind === 'rows')?.columns ?? []
  const missing: FieldErrors = {
    ...missingIn(asked, values, ''),
    ...Object.assign({}, ...rows.map((row, i) => missingIn(columns, row, `participants.${i}.`))),
  }
  const all: FieldErrors = Object.keys(found).length ? { ...found, ...missing } : found
  const place = (name: string) => of.fields.findIndex(field => field.name === name.split('.')[0])
  return Object.fromEntries(
    Object.entries(all).sort(([a], [b]) => place(a) - place(b) || a.localeCompare(b, 'en', { numeric: true })),
  )
}
type FormFields = { fields: readonly FormField[]; openFields: readonly string[] }

const missingIn = (fields: readonly FormField[], values: Values, path: string): FieldErrors =>
  Object.fromEntries(
    fields
      .filter(
        field =>
          !/^(rows|agreement)$/.test(field.kind) &&
          isAsked(field, values) &&
          isNeeded(field, values) &&
          !values[field.name] &&
          !isRegistered(field, values),
      )
      .map(({ name, label, kind }) => [
        path + name,
        `${/^(choice|province)$/.test(kind) ? '请选择' : kind === 'picture' ? '请上传' : '请填写'}${label}`,
      ]),
  )

/** The register knows the numbers of the company's people; where it does not, the server tells. */
const isRegistered = ({ name }: FormField, { personId }: Values) =>
  Boolean(personId) && /^(idNumber|mobile)$/.test(name)
