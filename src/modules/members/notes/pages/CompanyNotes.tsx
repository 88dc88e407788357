import { Button, Mentions } from 'antd'
import type { FormEvent } from 'react'
import { useApi, useSubmit } from '#api/useApi.ts'
import { minute } from '#lib/dates.ts'
import { Problem } from '#ui/form/Problem.tsx'
import { useKept } from '#ui/form/useKept.ts'
import { States } from '#ui/States.tsx'

/** What colleagues tell each other about a company. */
export function CompanyNotes({ id }: { id: number }) {
  const answer = useApi('GET /staff/organisation/notes', { id })
  const { value, keep } = useKept(`company-note-${id}`, '')
  const { submit, busy, error } = useSubmit('POST /staff/organisation/note')
  const remove = useSubmit('POST /staff/organisation/note/remove')
  const add = async (event: FormEvent) => {
    event.preventDefault()
    if (!(await submit({ id, text: value }))) return
    keep('')
    answer.reload()
  }
  return (
    <section className="desk-card">
      <h2>内部备注</h2>
      <States answer={answer}>
        {({ notes, colleagues }) => (
          <>
            {notes.length > 0 && (
              <ul role="list" aria-label="内部备注">
                {notes.map(note => (
                  <li key={note.id}>
                    <p>{note.text}</p>
                    <p className="field-hint">
                      {note.authorName}　<time dateTime={note.at}>{minute(note.at)}</time>
                      {note.canRemove && (
                        <Button
                          type="link"
                          size="small"
                          onClick={async () => (await remove.submit({ id: note.id })) && answer.reload()}
                        >
                          删除<span className="hidden-text">这条备注</span>
                        </Button>
                      )}
                    </p>
                  </li>
                ))}
              </ul>
            )}
            <form onSubmit={add} noValidate>
              <div className="field">
                <label htmlFor="company-note" className="field-label">
                  添加备注
                </label>
                <p className="field-hint" id="company-note-hint">
                  只有工作人员能看到，审核它的申请时也看得到；写下 10 分钟内可以删除。输入 @
                  选择同事，该同事会收到消息。
                </p>
                <Mentions
                  id="company-note"
                  aria-describedby="company-note-hint"
                  value={value}
                  maxLength={1000}
                  autoSize={{ minRows: 2, maxRows: 8 }}
                  options={colleagues.map(name => ({ value: name, label: name }))}
                  notFoundContent="没有这位同事"
                  onChange={keep}
                />
              </div>
              <Problem>{(error ?? remove.error)?.message}</Problem>
              <Button htmlType="submit" loading={busy} disabled={!value.trim()}>
                添加备注
              </Button>
            </form>
          </>
        )}
      </States>
    </section>
  )
}
