import { Button, Mentions } from 'antd'
import type { FormEvent } from 'react'
import { useApi, useSubmit } from '#api/useApi.ts'
import { minute } from '#lib/dates.ts'
import { Problem } from '#ui/form/Problem.tsx'
import { useKept } from '#ui/form/useKept.ts'
import type { Case } from './desking.ts'

/** What colleagues tell each other about a case. */
export function StaffCaseNotes({ of, changed }: { of: Case; changed: () => void }) {
  const { value, keep } = useKept(`case-note-${of.id}`, '')
  const { submit, busy, error } = useSubmit('POST /staff/review/note')
  const { data: colleagues = [] } = useApi('GET /staff/review/colleagues', {})
  const remove = useSubmit('POST /staff/review/note/remove')
  const add = async (event: FormEvent) => {
    event.preventDefault()
    if (!(await submit({ id: of.id, text: value }))) return
    keep('')
    changed()
  }
  const told = error ?? remove.error
  return (
    <section className="desk-card case-notes">
      <h2>内部备注</h2>
      {of.notes.length > 0 && (
        <ul role="list">
          {of.notes.map(({ id, authorName, text, at, canRemove }) => (
            <li key={id}>
              <p>{text}</p>
              <p className="case-note-by">
                {authorName}　<time dateTime={at}>{minute(at)}</time>
                {canRemove && (
                  <Button type="link" size="small" onClick={async () => (await remove.submit({ id })) && changed()}>
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
          <label htmlFor="note" className="field-label">
            添加备注
          </label>
          <p className="field-hint" id="note-hint">
            只有工作人员能看到；写下 10 分钟内可以删除。输入 @ 选择同事，该同事会收到消息。
          </p>
          <Mentions
            id="note"
            aria-describedby="note-hint"
            value={value}
            maxLength={1000}
            autoSize={{ minRows: 2, maxRows: 8 }}
            // Whoever is named is told: only a colleague's full name is one.
            options={colleagues.map(({ id, name }) => ({ key: String(id), value: name, label: name }))}
            notFoundContent="没有这位同事"
            onChange={keep}
          />
        </div>
        <Problem>{told?.message}</Problem>
        <Button htmlType="submit" loading={busy} disabled={!value.trim()}>
          添加备注
        </Button>
      </form>
    </section>
  )
}
