import './participants.css'
import { useEffect, useId, useRef, useState } from 'react'
import { toRefusal } from '#api/useApi.ts'
import type { FieldErrors, FormField, FormRow } from '#lib/form/form.ts'
import { fieldId } from '#ui/form/Field.tsx'
import { FieldLink } from '#ui/form/FieldLink.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { type Person, sendFile } from './enrolmentCalls.ts'
import { isFilled } from './enrolmentParts.ts'
import { ParticipantCard } from './ParticipantCard.tsx'

type Props = {
  field: FormField
  rows: FormRow[]
  onChange: (rows: FormRow[]) => void
  errors: FieldErrors
  courseId: number
  /** People a member can pick from; undefined for visitors. */
  people: readonly Person[] | undefined
  /** Registrant, if that person may be the participant. */
  contact: FormRow | undefined
  ticket: string | undefined
}

export function Participants({ field, rows, onChange, errors, courseId, people, contact, ticket }: Props) {
  const { columns = [], max = 100 } = field
  const [open, setOpen] = useState(rows.length === 1 ? 0 : -1)
  const list = useRef<HTMLUListElement>(null)
  const [shown, show] = useState<number>()
  const [faults, setFaults] = useState<CellFault[]>([])
  // Moves the focus to the first input of an added participant.
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
  const addSheet = (added: FormRow[], told: SheetError[]) => {
    const from = rows.filter(isFilled).length
    setFaults(told.map(({ at, name, text }) => ({ at: from + at, name, text, value: added[at]?.[name] })))
    addPeople(added)
  }
  const remove = (index: number) => {
    onChange(rows.filter((_, i) => i !== index))
    setFaults(faults.filter(({ at }) => at !== index).map(one => (one.at > index ? { ...one, at: one.at - 1 } : one)))
    setOpen(-1)
    list.current?.closest<HTMLElement>('.participants')?.focus()
  }
  const marked = { ...openFaults(faults, rows), ...errors }
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
        <ParticipantSheet
          courseId={courseId}
          ticket={ticket}
          before={rows.filter(isFilled).length}
          open={marked}
          add={addSheet}
        />
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
            errors={marked}
            ticket={ticket}
            person={personOf(row)}
            previous={rows[index - 1]}
            open={open === index}
            toggle={() => setOpen(open === index ? -1 : index)}
            onChange={changed => onChange(rows.map((each, i) => (i === index ? changed : each)))}
            onRemove={() => remove(index)}
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

type SheetError = { row: number; at: number; name: string; label: string; text: string }
/** What is wrong with a cell of the sheet, at the field that it filled or left empty. */
type CellFault = { at: number; name: string; text: string; value: FormRow[string] | undefined }

const pathOf = (at: number, name: string) => `participants.${at}.${name}`

/** Faults of the sheet that nobody has corrected yet. */
const openFaults = (faults: readonly CellFault[], rows: readonly FormRow[]): FieldErrors =>
  Object.fromEntries(
    faults.flatMap(({ at, name, text, value }) =>
      rows[at] && rows[at][name] === value ? [[pathOf(at, name), text]] : [],
    ),
  )

type ParticipantSheetProps = {
  courseId: number
  ticket: string | undefined
  /** Number of participants above those of the sheet. */
  before: number
  /** Faults that stand at the fields. */
  open: FieldErrors
  add: (people: FormRow[], errors: SheetError[]) => void
}
type ImportOutcome = { said?: string; problem?: string; errors?: (SheetError & { person: number })[] }

/** Imports participants from the association's workbook; errors are reported by row. */
function ParticipantSheet({ courseId, ticket, before, open, add }: ParticipantSheetProps) {
  const [told, setTold] = useState<ImportOutcome>({})
  const input = useRef<HTMLInputElement>(null)
  const read = async (file: File | undefined) => {
    if (!file) return
    setTold({ said: '正在读取…' })
    try {
      const fields = { trainingId: courseId }
      const { participants, errors } = await sendFile('POST /app/training/participants/read', file, ticket, fields)
      add(participants as FormRow[], errors)
      setTold({
        said: `已填入 ${participants.length} 人，请核对${errors.length ? '' : '后提交'}`,
        errors: errors.map(one => ({ ...one, person: before + one.at })),
      })
    } catch (thrown) {
      setTold({ problem: toRefusal(thrown).message })
    } finally {
      input.current!.value = ''
    }
  }
  return (
    <div className="participant-sheet">
      <label className="button">
        从 Excel 填入
        <input
          ref={input}
          className="hidden-text"
          type="file"
          accept=".xlsx,.xls,.et,.csv"
          onChange={event => void read(event.target.files?.[0])}
        />
      </label>
      <a href={`/api/app/training/participants/template?trainingId=${courseId}`} download>
        下载 Excel 模板
      </a>
      <p role="status">{told.said}</p>
      <Problem>{told.problem}</Problem>
      {told.errors && told.errors.length > 0 && (
        <div className="remark">
          <p>
            <b>文件中有 {told.errors.length} 处有误</b>，可在下面直接更正：
          </p>
          <ul>
            {told.errors.map(({ row, person, name, label, text }) => {
              const words = `第 ${person + 1} 人（表格第 ${row} 行）${label}：${text}`
              const path = pathOf(person, name)
              return <li key={row + label}>{path in open ? <FieldLink name={path}>{words}</FieldLink> : words}</li>
            })}
          </ul>
        </div>
      )}
    </div>
  )
}

type ParticipantPickerProps = {
  people: readonly Person[]
  taken: ReadonlySet<number>
  pick: (people: Person[]) => void
}

/** The company's own people, several at once. */
function ParticipantPicker({ people, taken, pick }: ParticipantPickerProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useId()
  const [words, setWords] = useState('')
  const [chosen, setChosen] = useState<number[]>([])
  const key = words.trim().toLowerCase()
  const found = people.filter(({ name, position, jobTitle, certificates }) =>
    [name, position, jobTitle, ...certificates].some(word => word.toLowerCase().includes(key)),
  )
  const open = () => {
    setChosen([])
    setWords('')
    dialog.current!.showModal()
  }
  const toggle = (id: number) => setChosen(chosen.includes(id) ? chosen.filter(each => each !== id) : [...chosen, id])
  const done = () => {
    pick(people.filter(({ personId }) => chosen.includes(personId)))
    dialog.current!.close()
  }
  return (
    <>
      <button type="button" className="button" onClick={open}>
        从本单位人员选择
      </button>
      <dialog ref={dialog} className="enrol-dialog" aria-labelledby={title}>
        <h2 id={title}>选择本单位人员</h2>
        <label>
          查找
          <input
            type="search"
            className="light-control"
            value={words}
            placeholder="姓名、职务或证书"
            onChange={event => setWords(event.target.value)}
            // Enter would hand in the form around it.
            onKeyDown={event => event.key === 'Enter' && event.preventDefault()}
          />
        </label>
        <ul role="list" className="people">
          {found.map(person => (
            <li key={person.personId}>
              <label>
                <input
                  type="checkbox"
                  disabled={taken.has(person.personId)}
                  checked={taken.has(person.personId) || chosen.includes(person.personId)}
                  onChange={() => toggle(person.personId)}
                />
                <span>
                  <b>{person.name}</b>
                  <small>
                    {[person.position, person.jobTitle, person.idNumber, ...person.certificates]
                      .filter(Boolean)
                      .join(' · ')}
                    {taken.has(person.personId) && '（已在名单中）'}
                  </small>
                </span>
              </label>
            </li>
          ))}
        </ul>
        {found.length === 0 && <p>{people.length ? '没有符合的人员，请换个词查找。' : '人员名册里还没有人。'}</p>}
        <p className="form-actions">
          <button type="button" className="button primary" aria-disabled={chosen.length === 0} onClick={done}>
            选入 {chosen.length} 人
          </button>
          <button type="button" className="button" onClick={() => dialog.current!.close()}>
            取消
          </button>
        </p>
      </dialog>
    </>
  )
}
