import { Alert, Modal } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type Answer, toRefusal } from '#api/useApi.ts'
import type { FormField, FormValues } from '#lib/form/form.ts'
import { RecordForm } from '#ui/form/RecordForm.tsx'
import { StatusMessage } from '#ui/StatusMessage.tsx'
import type { Moving, Removing, Saving } from '../records.ts'
import { Removal } from './Removal.tsx'

export type DeskRow = { id: number; name: string; values: FormValues; version: string }
export type Listed = { fields: FormField[]; order: string; list: DeskRow[] }
type Options<L extends Listed> = {
  answer: Answer<L>
  /** Name of one record for the user. */
  called: string
  save: (sent: Saving) => Promise<{ id: number }>
  /** Absent where they stand in no order of their own. */
  move?: (sent: Moving) => Promise<unknown>
  remove: (sent: Removing) => Promise<unknown>
  saved?: (id: number) => unknown
  /** Below the fields, of what is typed; `row`: the record that is changed. */
  preview?: (typed: FormValues, row: L['list'][number] | undefined) => ReactNode
  /** The fields that a row is edited by, where not all of them are for every row. */
  fieldsOf?: (fields: readonly FormField[], row: L['list'][number] | undefined) => FormField[]
  /** Help shown when a row cannot be deleted. */
  beforeRemoval?: (row: L['list'][number], done: () => void) => ReactNode
}

/** Shared logic of screens for site records: editing and deleting in a dialog, and moving in place. */
export function useSiteDesk<L extends Listed>({
  answer,
  called,
  save: saveCall,
  move,
  remove,
  saved,
  preview,
  fieldsOf,
  beforeRemoval,
}: Options<L>) {
  type R = L['list'][number]
  const [editing, setEditing] = useState<{ id?: number; blank: FormValues } | null>(null)
  const [removing, setRemoving] = useState<number | null>(null)
  const [problem, setProblem] = useState<string>()
  const [said, say] = useState('')
  const { data, reload } = answer
  const rowOf = (id: number | null | undefined) => data?.list.find(row => row.id === id)

  const save = async (sent: Saving) => {
    const { id } = await saveCall(sent)
    await saved?.(id)
  }
  const attempt = async (act: () => Promise<unknown>, words: string) => {
    try {
      await act()
      setProblem(undefined)
      say(words)
    } catch (error) {
      setProblem(toRefusal(error).message)
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
    if (!move || !data) return
    moved.current = row.id
    const sent = { id: row.id, position, into, order: data.order }
    void attempt(() => move(sent), `${row.name} 已移到第 ${position} 位`)
  }

  const edited = editing?.id === undefined ? undefined : rowOf(editing.id)
  const dialogs = (
    <>
      <Modal
        title={edited ? `修改${called}：${edited.name}` : `新增${called}`}
        open={editing !== null}
        onCancel={() => setEditing(null)}
        footer={null}
        width="min(46rem, 100vw - 1rem)"
        destroyOnHidden
      >
        {editing && data && (
          <RecordForm
            fields={fieldsOf?.(data.fields, edited) ?? data.fields}
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
            {preview && (typed => preview(typed, edited))}
          </RecordForm>
        )}
      </Modal>
      <Removal<R>
        title={`删除${called}`}
        of={rowOf(removing)}
        remove={({ id, version }) => remove({ id, version })}
        done={({ name }) => {
          say(`${name} 已删除`)
          setRemoving(null)
          reload()
        }}
        close={() => setRemoving(null)}
      >
        {row => beforeRemoval?.(row, reload)}
      </Removal>
      <StatusMessage>{said}</StatusMessage>
    </>
  )
  return {
    answer,
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
