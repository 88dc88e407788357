import { Button, Input, Modal, Select } from 'antd'
import { type FormEvent, useState } from 'react'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import type { Input as CallInput } from '#lib/contract.ts'
import { useUndo } from '#ui/act/undo.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { BulkProgress, BulkResults } from '#ui/table/BulkResults.tsx'
import { partsOf, useBulk } from '#ui/table/useBulk.ts'
import '#ui/form/form.css'

const ACTIONS = {
  publish: '发布',
  withdraw: '下线',
  move: '移动栏目',
  delete: '删除',
  undelete: '恢复',
} as const
type Action = keyof typeof ACTIONS

type Props = {
  rows: readonly { id: number; title: string; catalogId: number | null }[]
  columns: readonly { id: number; name: string }[]
  inTrash: boolean
  done: () => void
}

/** The same for all that are picked out: asked once, with how many and which; answered one by one. */
export function BulkActs({ rows, columns, inTrash, done }: Props) {
  const [action, ask] = useState<Action>()
  const actions: Action[] = inTrash ? ['undelete'] : ['publish', 'withdraw', 'move', 'delete']
  return (
    <>
      {actions.map(one => (
        <Button key={one} onClick={() => ask(one)}>
          {ACTIONS[one]}
        </Button>
      ))}
      {action && (
        <BulkDialog
          action={action}
          rows={rows}
          columns={columns}
          onClose={changed => {
            ask(undefined)
            if (changed) done()
          }}
        />
      )}
    </>
  )
}

type DialogProps = Pick<Props, 'rows' | 'columns'> & { action: Action; onClose: (changed: boolean) => void }

function BulkDialog({ action, rows, columns, onClose }: DialogProps) {
  const [reason, setReason] = useState('')
  const [catalogId, setCatalogId] = useState<number>()
  const bulk = useBulk<Props['rows'][number]>({
    rows,
    idOf: ({ id }) => id,
    nameOf: ({ title }) => title,
    changed: () => {},
    send: some =>
      browserApi('POST /staff/article/bulk', {
        ids: some.map(({ id }) => id),
        action,
        reason: reason || undefined,
        catalogId,
      }),
  })
  const { of, results, error, busy } = bulk
  const offerUndo = useUndo()
  const fields = error?.fields ?? {}
  const run = async (event: FormEvent) => {
    event.preventDefault()
    const changed = ((await bulk.run()) ?? []).filter(({ done }) => done).map(({ id }) => id)
    if (changed.length === 0) return
    const back = callsBack(
      action,
      of.filter(({ id }) => changed.includes(id)),
    )
    offerUndo({
      said: `已${ACTIONS[action]} ${changed.length} 篇文章`,
      undo: async () => {
        let undone = 0
        for (const call of back)
          undone += (await browserApi('POST /staff/article/bulk', call)).filter(({ done }) => done).length
        onClose(true)
        return undone === changed.length ? `${undone} 篇已恢复原状` : `${undone} 篇已恢复原状，其余此后已有变化`
      },
    })
  }
  if (results)
    return (
      <Modal title={`${ACTIONS[action]}的结果`} open onCancel={() => onClose(true)} footer={null}>
        <BulkResults unit="篇" results={results} close={() => onClose(true)} />
      </Modal>
    )
  return (
    <Modal title={`${ACTIONS[action]} ${of.length} 篇文章`} open onCancel={() => onClose(false)} footer={null}>
      <form noValidate onSubmit={event => void run(event)}>
        <ul className="writing-results">
          {of.slice(0, MAX_SHOWN).map(({ id, title }) => (
            <li key={id}>{title}</li>
          ))}
          {of.length > MAX_SHOWN && <li>……等 {of.length} 篇</li>}
        </ul>
        {action === 'withdraw' && (
          <Field name="reason" label="下线的原因" required error={fields.reason}>
            {described => (
              <Input.TextArea
                {...described}
                autoSize={{ minRows: 2, maxRows: 6 }}
                maxLength={500}
                value={reason}
                onChange={event => setReason(event.target.value)}
              />
            )}
          </Field>
        )}
        {action === 'move' && (
          <Field name="catalogId" label="移到" required error={fields.catalogId}>
            {described => (
              <Select
                {...described}
                value={catalogId}
                showSearch={{ optionFilterProp: 'label' }}
                placeholder="请选择栏目"
                onChange={setCatalogId}
                options={columns.map(({ id, name }) => ({ value: id, label: name }))}
              />
            )}
          </Field>
        )}
        {error && Object.keys(fields).length === 0 && <Problem>{error.message}</Problem>}
        <BulkProgress {...bulk} />
        <p className="form-actions">
          <Button type="primary" htmlType="submit" autoFocus loading={busy}>
            {ACTIONS[action]}
          </Button>
          <Button onClick={() => onClose(false)}>取消</Button>
        </p>
      </form>
    </Modal>
  )
}

const MAX_SHOWN = 20

/** The acts that take one back; what is moved goes back to where each was, except to no column at all. */
const REVERSE = { publish: 'withdraw', withdraw: 'publish', delete: 'undelete', undelete: 'delete' } as const

function callsBack(action: Action, rows: Props['rows']): CallInput<ApiContract['POST /staff/article/bulk']>[] {
  if (action !== 'move')
    return partsOf(rows).map(part => ({
      ids: part.map(({ id }) => id),
      action: REVERSE[action],
      reason: action === 'publish' ? '撤销刚才的发布' : undefined,
    }))
  const byColumn = Map.groupBy(
    rows.filter(({ catalogId }) => catalogId !== null),
    ({ catalogId }) => catalogId!,
  )
  return [...byColumn].flatMap(([catalogId, some]) =>
    partsOf(some).map(part => ({ ids: part.map(({ id }) => id), action, catalogId })),
  )
}
