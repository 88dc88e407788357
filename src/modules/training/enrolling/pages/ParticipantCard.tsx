import { useEffect, useRef, useState } from 'react'
import { fetchFile } from '#api/file.ts'
import { releaseLater } from '#api/objectUrl.ts'
import { toRefusal } from '#api/useApi.ts'
import type { FieldErrors, FormField, FormRow } from '#lib/form/form.ts'
import { residentSex } from '#lib/residentId.ts'
import { Field } from '#ui/form/Field.tsx'
import { LightField } from '#ui/form/light/LightField.tsx'
import { usePendingFiles } from '#ui/form/waiting/pendingFiles.ts'
import { Icon } from '#ui/Icon.tsx'
import { PHOTO_RULES } from '../photo.ts'
import { headersOf, type Person, sendFile } from './enrolmentCalls.ts'
import { isAsked, isNeeded } from './enrolmentParts.ts'

export type CardProps = {
  index: number
  row: FormRow
  columns: readonly FormField[]
  errors: FieldErrors
  open: boolean
  toggle: () => void
  onChange: (row: FormRow) => void
  onRemove: () => void
  /** The one above, for what they have in common. */
  previous: FormRow | undefined
  /** Person of the company that this row was picked from. */
  person: Person | undefined
  ticket: string | undefined
}

/** One participant: a summary line that expands to the fields. */
export function ParticipantCard({ index, row, columns, errors, open, toggle, onChange, ...rest }: CardProps) {
  const { previous, person, onRemove, ticket } = rest
  const path = (name: string) => `participants.${index}.${name}`
  const faults = Object.keys(errors).filter(name => name.startsWith(path(''))).length
  const isOpen = open || faults > 0
  const name = String(row.name || `第 ${index + 1} 人`)
  const change = (field: string, value: FormRow[string]) => onChange(withSex({ ...row, [field]: value }, field))
  const isColumn = (name: string) => columns.some(column => column.name === name)
  const asked = columns.filter(column => isAsked(column, row) && !isKnown(column.name, person))
  return (
    <li className="participant" data-invalid={faults > 0 || undefined} id={`participant-${index}`}>
      <div className="participant-head">
        <button type="button" aria-expanded={isOpen} aria-controls={`participant-${index}-body`} onClick={toggle}>
          <b>{index + 1}</b>
          <span>
            <strong>{name}</strong>
            <small>{summaryOf(row, columns, person)}</small>
          </span>
          <em data-state={faults ? 'bad' : undefined}>{faults ? `${faults} 处需更正` : ''}</em>
          <Icon name={isOpen ? 'up' : 'down'} size={18} />
        </button>
      </div>
      <div className="participant-body" id={`participant-${index}-body`} hidden={!isOpen}>
        {previous && commonNames(columns) && (
          <button type="button" className="enrol-link" onClick={() => onChange({ ...row, ...commonOf(previous) })}>
            与上一位相同（{commonNames(columns)}）
          </button>
        )}
        {person && (
          <p className="participant-known">
            本单位人员：
            {[isColumn('idNumber') && person.idNumber, isColumn('mobile') && person.mobile, ...person.certificates]
              .filter(Boolean)
              .join('，')}
            {isColumn('idNumber') && <small>证件号码和手机取自人员名册，以名册为准</small>}
          </p>
        )}
        <div className="participant-fields">
          {asked.map(column =>
            column.kind === 'picture' ? (
              <ParticipantPhoto
                key={column.name}
                name={path(column.name)}
                of={name}
                ticket={ticket}
                error={errors[path(column.name)]}
                value={typeof row[column.name] === 'number' ? (row[column.name] as number) : null}
                onChange={id => change(column.name, id)}
              />
            ) : (
              <LightField
                key={column.name}
                field={{ ...column, name: path(column.name), required: isNeeded(column, row) }}
                value={row[column.name] ?? (column.name === 'idType' ? 'resident' : undefined)}
                onChange={value => change(column.name, value as FormRow[string])}
                error={errors[path(column.name)]}
                marks="all"
              />
            ),
          )}
        </div>
        <button type="button" className="enrol-link danger" onClick={onRemove}>
          删除<span className="hidden-text">{name}</span>
        </button>
      </div>
    </li>
  )
}

/** Hides fields that the company's list of people already answers. */
const isKnown = (name: string, person: Person | undefined) =>
  name === 'personId' ||
  (person !== undefined &&
    (name === 'name' ||
      (/^id(Type|Number)$/.test(name) && person.idNumber !== null) ||
      (name === 'mobile' && person.mobile !== null)))

/** Fields whose values people of one registration usually share; copied from the previous participant. */
const COMMON = ['fare', 'levelCode', 'examKind', 'education', 'jobTitle', 'position', 'stay', 'diet']
const commonOf = (row: FormRow): FormRow =>
  Object.fromEntries(COMMON.flatMap(name => (row[name] ? [[name, row[name]!]] : [])))
const commonNames = (columns: readonly FormField[]) =>
  columns
    .filter(({ name }) => COMMON.includes(name))
    .slice(0, 4)
    .map(({ label }) => label)
    .join('、')

/** The seventeenth digit of an identity number says it. */
function withSex(row: FormRow, changed: string): FormRow {
  const number = String(row.idNumber ?? '').trim()
  const isResident = (row.idType ?? 'resident') === 'resident' && /^\d{17}[\dXx]$/.test(number)
  return changed === 'idNumber' && isResident ? { ...row, sex: residentSex(number) } : row
}

function summaryOf(row: FormRow, columns: readonly FormField[], person: Person | undefined): string {
  const nameOf = (field: string) =>
    columns.find(({ name }) => name === field)?.options?.find(({ code }) => code === row[field])?.name
  const asksNumber = columns.some(({ name }) => name === 'idNumber')
  const number = asksNumber && (person?.idNumber ?? masked(String(row.idNumber ?? '')))
  const lacks = columns.find(({ kind }) => kind === 'picture') && !row.photo && '未上传照片'
  const known = [nameOf('fare'), nameOf('sex'), number, nameOf('levelCode'), nameOf('examKind'), row.position, lacks]
  return known.filter(Boolean).join(' · ') || '未填写'
}

const masked = (number: string) => (number.length > 6 ? `${number.slice(0, 2)}…${number.slice(-4)}` : number)

type Props = {
  name: string
  of: string
  value: number | null
  onChange: (id: number | null) => void
  ticket: string | undefined
  error: string | undefined
}

/** A portrait, looked at by the server as soon as it is chosen. */
function ParticipantPhoto({ name, of, value, onChange, ticket, error }: Props) {
  const [state, setState] = useState<{ busy?: boolean; problem?: string; of?: number; hints?: string[] }>({})
  const [picture, showPicture] = usePicture(value, ticket)
  const stopForm = usePendingFiles(state.busy ? [{ name: `${of}的照片`, failed: false }] : [])
  const input = useRef<HTMLInputElement>(null)
  const send = async (file: File | undefined) => {
    if (!file) return
    setState({ busy: true })
    try {
      const { id, hints } = await sendFile('POST /app/training/photo', file, ticket, {})
      showPicture(id, file)
      onChange(id)
      setState({ of: id, hints })
    } catch (thrown) {
      stopForm()
      setState({ problem: toRefusal(thrown).message })
    } finally {
      input.current!.value = ''
    }
  }
  return (
    <Field
      name={name}
      label="照片"
      required={true}
      hint={PHOTO_RULES}
      error={state.problem ?? (value ? undefined : error)}
    >
      {described => (
        <div className="participant-photo">
          {picture ? (
            <img src={picture} alt={`${of}的照片`} width="90" height="126" />
          ) : (
            <span aria-hidden="true">
              <Icon name="user" size={32} />
              {value ? '已上传' : ''}
            </span>
          )}
          <div>
            <input
              {...described}
              className="light-control"
              ref={input}
              type="file"
              accept="image/jpeg,image/png"
              onChange={event => void send(event.target.files?.[0])}
            />
            <p role="status">
              {state.busy ? '正在上传…' : value && !state.problem ? '照片已上传，可重新选择替换' : ''}
            </p>
            {(state.of === value ? state.hints : undefined)?.map(hint => (
              <p key={hint} className="participant-hint">
                <b>提示</b> {hint}
              </p>
            ))}
          </div>
        </div>
      )}
    </Field>
  )
}

/** The chosen file itself, or what is kept of it. */
function usePicture(id: number | null, ticket: string | undefined) {
  const [shown, setShown] = useState<{ id: number; url: string }>()
  useEffect(() => {
    if (id === null || shown?.id === id) return
    let current = true
    fetchFile('GET /file/{id}', { id, w: '320' }, headersOf(ticket)).then(
      ({ blob }) => {
        if (current) setShown({ id, url: URL.createObjectURL(blob) })
      },
      () => {}, // A picture of before is a courtesy.
    )
    return () => {
      current = false
    }
  }, [id, ticket, shown])
  useEffect(() => () => void (shown && releaseLater(shown.url)), [shown])
  const show = (id: number, file: File) => setShown({ id, url: URL.createObjectURL(file) })
  return [shown && shown.id === id ? shown.url : undefined, show] as const
}
