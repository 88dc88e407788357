import { Button, Mentions } from 'antd'
import { type FormEvent, type ReactNode, useId } from 'react'
import { minute } from '#lib/dates.ts'
import { Problem } from '#ui/form/Problem.tsx'
import { useTabStorage } from '#ui/form/useTabStorage.ts'
import './notes.css'

type Note = { id: number; authorName: string; text: string; at: string; canRemove: boolean }
type Props = {
  /** Key under which the unsent note is kept. */
  draft: string
  notes: readonly Note[]
  /** Full names of colleagues; those named in a note are notified. */
  colleagues: readonly string[]
  hint: ReactNode
  busy: boolean
  problem: string | undefined
  add: (text: string) => Promise<boolean>
  remove: (id: number) => Promise<void>
}

export function Notes({ draft, notes, colleagues, hint, busy, problem, add, remove }: Props) {
  const { value, keep } = useTabStorage(draft, '')
  const id = useId()
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (await add(value)) keep('')
  }
  return (
    <>
      {notes.length > 0 && (
        <ul className="notes" role="list" aria-label="内部备注">
          {notes.map(note => (
            <li key={note.id}>
              <p>{note.text}</p>
              <p className="note-by">
                {note.authorName}　<time dateTime={note.at}>{minute(note.at)}</time>
                {note.canRemove && (
                  <Button type="link" size="small" onClick={() => void remove(note.id)}>
                    删除<span className="hidden-text">这条备注</span>
                  </Button>
                )}
              </p>
            </li>
          ))}
        </ul>
      )}
      <form onSubmit={send} noValidate>
        <div className="field">
          <label htmlFor={id} className="field-label">
            添加备注
          </label>
          <p className="field-hint" id={`${id}-hint`}>
            {hint}
          </p>
          <Mentions
            id={id}
            aria-describedby={`${id}-hint`}
            value={value}
            maxLength={1000}
            autoSize={{ minRows: 2, maxRows: 8 }}
            options={colleagues.map(name => ({ value: name, label: name }))}
            notFoundContent="没有这位同事"
            onChange={keep}
          />
        </div>
        <Problem>{problem}</Problem>
        <Button htmlType="submit" loading={busy} disabled={!value.trim()}>
          添加备注
        </Button>
      </form>
    </>
  )
}
