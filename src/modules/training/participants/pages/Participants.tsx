import { useEffect, useRef, useState } from 'react'
import type { FieldErrors, FormField, FormRow } from '#lib/form/form.ts'
import type { Person } from '#modules/training/enrolling/pages/enrolmentCalls.ts'
import { isFilled } from '#modules/training/enrolling/pages/enrolmentParts.ts'
import { fieldId } from '#ui/form/Field.tsx'
import { ParticipantCard } from './ParticipantCard.tsx'
import { ParticipantPicker } from './ParticipantPicker.tsx'
import { ParticipantSheet } from './ParticipantSheet.tsx'
import './participants.css'

type Props = {
  field: FormField
  rows: FormRow[]
  onChange: (rows: FormRow[]) => void
  errors: FieldErrors
  courseId: number
  /** Of a member. */
  people: readonly Person[] | undefined
  /** Who signs up, where that may be who takes part. */
  contact: FormRow | undefined
  ticket: string | undefined
}

/** Who takes part: a card for each. */
export function Participants({ field, rows, onChange, errors, courseId, people, contact, ticket }: Props) {
  const { columns = [], max = 100 } = field
  const [open, setOpen] = useState(rows.length === 1 ? 0 : -1)
  const list = useRef<HTMLUListElement>(null)
  const [shown, show] = useState<number>()
  // Whoever adds somebody goes on typing there.
  useEffect(() => {
    if (shown === undefined) return
    const card = list.current?.querySelector<HTMLElement>(`#participant-${shown}`)
    card?.querySelector<HTMLElement>('.participant-body input')?.focus()
    show(undefined)
  }, [shown])
  const add = (added: FormRow[]) => {
    const filled = rows.filter(isFilled)
    const all = [...filled, ...added].slice(0, max)
    onChange(all)
    return all.length - 1
  }
  const addOne = (row: FormRow) => {
    const at = add([row])
    setOpen(at)
    show(at)
  }
  const addPeople = (added: FormRow[]) => {
    add(added)
    setOpen(-1)
  }
  const personOf = ({ personId }: FormRow) => people?.find(one => one.personId === personId)
  return (
    <div className="participants" id={fieldId('participants')} tabIndex={-1}>
      <div className="participants-tools">
        {people && (
          <ParticipantPicker
            people={people}
            taken={new Set(rows.flatMap(({ personId }) => (typeof personId === 'number' ? [personId] : [])))}
            pick={picked => addPeople(picked.map(rowOf))}
          />
        )}
        <ParticipantSheet courseId={courseId} ticket={ticket} add={addPeople} />
      </div>
      {errors.participants && (
        <p className="field-error" id={`${fieldId('participants')}-error`}>
          {errors.participants}
        </p>
      )}
      <ul role="list" ref={list}>
        {rows.map((row, index) => (
          <ParticipantCard
            key={index}
            index={index}
            row={row}
            columns={columns}
            errors={errors}
            ticket={ticket}
            person={personOf(row)}
            previous={rows[index - 1]}
            open={open === index}
            toggle={() => setOpen(open === index ? -1 : index)}
            onChange={changed => onChange(rows.map((each, i) => (i === index ? changed : each)))}
            onRemove={() => {
              onChange(rows.filter((_, i) => i !== index))
              setOpen(-1)
              list.current?.closest<HTMLElement>('.participants')?.focus()
            }}
          />
        ))}
      </ul>
      <div className="participants-tools">
        <button type="button" className="button" disabled={rows.length >= max} onClick={() => addOne({})}>
          添加一人
        </button>
        {contact && !rows.some(({ name }) => name === contact.name) && (
          <button type="button" className="button" onClick={() => addOne(contact)}>
            联系人本人参加
          </button>
        )}
        <p>
          共 <b>{rows.length}</b> 人{rows.length >= max && `，一次最多 ${max} 人`}
        </p>
      </div>
    </div>
  )
}

const rowOf = ({ personId, name, sex, jobTitle, position }: Person): FormRow => ({
  personId,
  name,
  jobTitle,
  position,
  ...(sex && { sex }),
})
