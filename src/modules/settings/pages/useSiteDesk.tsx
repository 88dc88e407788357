import { Alert, Modal } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type Answer, refusalOf } from '#api/useApi.ts'
import type { FormField, FormValues } from '#lib/form/form.ts'
import { RecordForm } from '#ui/form/RecordForm.tsx'
import type { Moving, Removing, Saving } from '../records.ts'
import { Removal } from './Removal.tsx'

type Row = { id: number; name: string; values: FormValues; version: string }
type Listed<R> = { fields: FormField[]; order: string; list: R[] }
type Options<R extends Row> = {
  answer: Answer<Listed<R>>
  /** What one of them is called. */
  called: string
  save: (sent: Saving) => Promise<unknown>
  remove: (sent: Removing) => Promise<unknown>
  move?: (sent: Moving) => Promise<unknown>
  /** Below the fields, of what is typed. */
  preview?: (typed: FormValues) => ReactNode
  /** What may help where a row cannot be deleted. */
  beforeRemoval?: (row: R, done: () => void) => ReactNode
}

/** What the screens of the site's records have in common: one row is edited or deleted in a dialog, and moved in place. */
export function useSiteDesk<R extends Row>({ answer, called, save, remove, move, preview, beforeRemoval }: Options<R>) {
  const [editing, setEditing] = useState<{ id?: number; blank: FormValues } | null>(null)
  const [removing, setRemoving] = useState<number | null>(null)
  const [problem, setProblem] = useState<string>()
  const [said, say] = useState('')
  const { data, reload } = answer
  const rowOf = (id: number | null | undefined) => data?.list.find(row => row.id === id)

  const attempt = async (act: () => Promise<unknown>, words: string) => {
    try {
      await act()
      setProblem(undefined)
      say(words)
    } catch (error) {
      setProblem(refusalOf(error).message)
    }
    reload()
  }
  const moved = useRef<number>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the new order is there, the focus follows its row
  useEffect(() => {
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>(`[data-row="${moved.current}"] button`)?.focus()
    moved.current = undefined
  }, [data])
  const put = (row: R, position: number, into?: string) => {
    moved.current = row.id
    void attempt(() => move!({ id: row.id, position, into, order: data!.order }), `${row.name} 已移到第 ${position} 位`)
  }

  const edited = editing?.id === undefined ? undefined : rowOf(editing.id)
  const removed = rowOf(removing)
  const dialogs = (
    <>
      <Modal
        title={edited ? `修改${called}` : `新增${called}`}
        open={editing !== null}
        onCancel={() => setEditing(null)}
        footer={null}
        width="min(46rem, 100vw - 1rem)"
        destroyOnHidden
      >
        {editing && data && (
          <RecordForm
            fields={data.fields}
            values={edited?.values ?? editing.blank}
            version={edited?.version}
            reload={reload}
            onCancel={() => setEditing(null)}
            save={async (form, version) => {
              await save({ id: editing.id, version, form })
              setEditing(null)
              say(`${called}已保存`)
              reload()
            }}
          >
            {preview}
          </RecordForm>
        )}
      </Modal>
      <Modal
        title={`删除${called}`}
        open={removing !== null}
        onCancel={() => setRemoving(null)}
        footer={null}
        destroyOnHidden
      >
        {removed && (
          <Removal
            name={removed.name}
            remove={() => remove({ id: removed.id, version: removed.version })}
            done={() => {
              say(`${removed.name} 已删除`)
              setRemoving(null)
              reload()
            }}
            onCancel={() => setRemoving(null)}
          >
            {beforeRemoval?.(removed, reload)}
          </Removal>
        )}
      </Modal>
      <p className="hidden-text" role="status">
        {said}
      </p>
    </>
  )
  return {
    dialogs,
    put,
    add: (blank: FormValues) => setEditing({ blank }),
    edit: (row: R) => setEditing({ id: row.id, blank: {} }),
    askRemoval: (row: R) => setRemoving(row.id),
    change: (row: R, form: FormValues) =>
      void attempt(() => save({ id: row.id, version: row.version, form }), `${row.name} 已修改`),
    notice: problem && <Alert role="alert" type="warning" showIcon title={problem} className="desk-notice" />,
  }
}
