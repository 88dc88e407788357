import { useId, useRef, useState } from 'react'
import type { Person } from '#modules/training/enrolling/pages/enrolmentCalls.ts'

type Props = { people: readonly Person[]; taken: ReadonlySet<number>; pick: (people: Person[]) => void }

/** The company's own people, several at once. */
export function ParticipantPicker({ people, taken, pick }: Props) {
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
